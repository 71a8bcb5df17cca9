import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { openDataClient } from "../../client/data";
import { getAlerts } from "../../contract/firn/alerts";
import { getStatus } from "../../contract/firn/status";
import type { Store } from "../../store/stores";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { main } from "../main";
import { statusText } from "./status";

/** What `firn verify` found is known afterwards: to the status, and to whoever is told what needs attention. */

let indexed: IndexedRecording;
let store: Store;

beforeAll(async () => {
  indexed = await indexRecording("local-network", { engine: "sqlite" });
  store = await indexed.stores.open("primary", { mode: "write", nowMs: 0 });
});
afterAll(async () => {
  await store.close();
  await indexed.close();
});
afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

/** Runs the command quietly. Returns its exit code. */
async function verify(): Promise<unknown> {
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  await main(["verify"], {
    NODE_ENV: "test",
    FIRN_DATA_DIR: indexed.stores.place.folder,
    FIRN_NODE_URL: indexed.nodeUrl,
  });
  vi.restoreAllMocks();
  return process.exitCode;
}

const client = () => openDataClient({ baseUrl: indexed.url });
const readStatus = () => client().get(getStatus, { params: {}, query: {} });
const readAlert = async () => {
  const { alerts } = await client().get(getAlerts, { params: {}, query: {} });
  return alerts.find(({ kind }) => kind === "verify-differs");
};

it("is told while the last run found differences, and no longer once one found none", async () => {
  expect((await readStatus()).store.verified).toBeUndefined();
  expect(await readAlert()).toBeUndefined();

  await sql`update utxo set amount = amount + 1 where chain = 0 and position = 0 and output_index = 0`.execute(
    store.db,
  );
  expect(await verify()).toBe(1);
  const { verified } = (await readStatus()).store;
  expect(verified?.differences).toBeGreaterThan(0);
  expect(verified?.first[0]).toContain("utxo");
  const { differences, first, timestamp } = verified ?? {};
  expect(await readAlert()).toEqual({ kind: "verify-differs", differences, first, timestamp });
  expect(statusText(await readStatus())).toContain(`${differences} differences`);

  await sql`update utxo set amount = amount - 1 where chain = 0 and position = 0 and output_index = 0`.execute(
    store.db,
  );
  expect(await verify()).toBe(0);
  expect((await readStatus()).store.verified?.differences).toBe(0);
  expect(await readAlert()).toBeUndefined();
});
