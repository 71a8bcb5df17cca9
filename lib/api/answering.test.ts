import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SILENT } from "../log";
import { Reading } from "../store/reading";
import { followL1Network, L1, L1_NETWORK_TIMEOUT_MS, type L1Network } from "../testbed/l1-network";
import type { OpenAnswering } from "./answering";
import { createApp } from "./app";
import type { ApiEnv } from "./env";
import { openService } from "./service";

let network: L1Network;
let answering: OpenAnswering;
let app: ReturnType<typeof createApp>;

beforeAll(async () => {
  network = await followL1Network();
  const { stores } = network.firn;
  const folderOf = (name: string) => join(stores.place.folder, name);
  answering = await openService({
    stores,
    imagesFolder: folderOf("images"),
    contractsFolder: folderOf("contracts"),
    exportsFolder: folderOf("exports"),
    version: "0.0.0",
    log: SILENT,
    nowMs: Date.now,
  });
  app = createApp({ answering, log: SILENT });
}, L1_NETWORK_TIMEOUT_MS);
afterAll(async () => {
  await answering?.close();
  await network?.close();
});

describe.each([
  ["the Primary Network", "/v1/networks/fuji/blockchains/p-chain/transactions?"],
  ["an EVM chain", `/v1/chains/${L1}/transactions?`],
  ["a search in an EVM chain", `/firn/v1/chains/${L1}/tokens?sortBy=holders&`],
])("an answer about %s", (_, path) => {
  // Each is another address, so that none is given again.
  const ask = (place: string, init: RequestInit, env: ApiEnv["Bindings"]) =>
    app.fetch(new Request(`http://127.0.0.1${path}n=${place}`, init), env);

  it("is read for its request", async () => {
    const reading = new Reading(() => false);
    const answer = await ask("waits", {}, { reading });
    expect(answer.status).toBe(200);
    expect(reading.tookMs).toBeGreaterThan(0);
  });

  it("is read no further once its client has left", async () => {
    const left = await ask("left", { signal: AbortSignal.abort() }, {});
    const leftElsewhere = await ask("left elsewhere", {}, { reading: new Reading(() => true) });
    for (const answer of [left, leftElsewhere]) {
      expect(answer.status).toBe(503);
      expect(await answer.json()).toMatchObject({ message: "nobody waits for this answer any more" });
    }
  });
});
