import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { writeAlertProgress } from "../../store/queries/webhooks/alert";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { HAS_SERVER, testStores } from "../../testbed/test-stores";
import { copyStores } from "./copy";

const folder = mkdtempSync(join(tmpdir(), "firn-copy-"));
const told = (chain: string) => ({ channel: "team", chain, next_position: 7, untraced: "" });
let firn: IndexedRecording;

beforeAll(async () => {
  firn = await indexRecording("custom-network", { engine: "sqlite" });
  await firn.stopIndexer();
  const webhooks = await firn.stores.open("webhooks", { mode: "write", nowMs: 0 });
  await writeAlertProgress(webhooks.db, told("p"));
  await webhooks.close();
});
afterAll(async () => {
  await firn.close();
  rmSync(folder, { recursive: true });
});

const quiet = { signal: new AbortController().signal, onProgress: () => {} };

test.each(HAS_SERVER ? (["sqlite", "postgres"] as const) : (["sqlite"] as const))(
  "everything is copied to %s, also after an interruption, and a second time nothing is",
  async (engine) => {
    const to = testStores(join(folder, engine), engine);
    const places = { from: firn.stores, to };
    const stop = new AbortController();
    const onProgress = (table: string) => table === "tx" && stop.abort();
    const interrupted = await copyStores(places, { signal: stop.signal, onProgress });
    expect(interrupted).toEqual([
      expect.stringMatching(/webhooks.*: 1 rows copied, every row is equal$/),
      expect.stringMatching(/^interrupted: run .* copy again to go on$/),
    ]);
    expect(await copyStores(places, quiet)).toEqual([
      expect.stringMatching(/webhooks.*: was copied before, every row is equal$/),
      expect.stringMatching(/: \d+ rows copied, every row is equal$/),
    ]);
    expect(await copyStores(places, quiet)).toEqual([
      expect.stringMatching(/: was copied before, every row is equal$/),
      expect.stringMatching(/: was copied before, every row is equal$/),
    ]);
    const copied = await to.open("webhooks", { mode: "write", nowMs: 0 });
    await writeAlertProgress(copied.db, told("x"));
    await copied.close();
    await expect(copyStores(places, quiet)).rejects.toMatchObject({
      message: expect.stringContaining("holds other rows already"),
      hint: "name another place to copy to",
    });
  },
);
