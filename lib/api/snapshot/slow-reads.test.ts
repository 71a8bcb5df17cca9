import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { SILENT } from "../../log";
import { Pool } from "../../mutex";
import { writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import type { Stores } from "../../store/stores";
import { testStores } from "../../testbed/test-stores";
import { answerError } from "../middleware/errors";
import { openEvmNodes } from "../node/evm-node";
import { openEvmChains } from "./evm";
import { openSlowReads, SLOW_QUEUE } from "./slow-reads";

const CHAIN_ID = "99991";

/** The store of one chain. */
async function chainStores(): Promise<Stores> {
  const folder = mkdtempSync(join(tmpdir(), "firn-apart-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const stores = testStores(folder);
  const { db, close } = await stores.open(`evm/${CHAIN_ID}`, { mode: "write", nowMs: 0 });
  await writeEvmFacts(db, { evmChainId: CHAIN_ID, pageTokenKey: "0x00" });
  await close();
  return stores;
}

describe("slow requests", () => {
  test("run in parallel up to a limit, and again once those have ended", async () => {
    const stores = await chainStores();
    const apart = openSlowReads(() => openEvmChains(stores, openEvmNodes([], Date.now)));
    onTestFinished(() => apart.close());
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    let begun = 0;
    const ask = () =>
      apart.read(CHAIN_ID, async ({ evmChainId }) => {
        begun += 1;
        await ended;
        return evmChainId;
      });
    const first = Array.from({ length: 27 }, ask);
    await expect.poll(() => begun).toBe(3);
    await expect(ask()).rejects.toMatchObject({ code: "RATE_LIMITED" });
    end();
    expect(await Promise.all(first)).toEqual(Array(27).fill(CHAIN_ID));
    expect(await ask()).toBe(CHAIN_ID);
  });

  test("get 429 and a time to retry when every connection's queue is full", async () => {
    const pool = new Pool(["one"], SLOW_QUEUE);
    let free = () => {};
    const busy = new Promise<void>((resolve) => {
      free = resolve;
    });
    const asked = Array.from({ length: 20 }, () => pool.run(() => busy));
    free();
    const refused = (await Promise.allSettled(asked)).filter((each) => each.status === "rejected");
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(20);
    const answer = answerError(refused[0]?.reason, { id: "1", log: SILENT, form: "data" });
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "1"]);
    expect(await pool.run(async () => "served")).toBe("served");
  });
});
