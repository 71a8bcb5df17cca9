import { expect, onTestFinished, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { openChain } from "../../testbed/test-stores";
import { amountColumn, CHAIN, positionOf } from "../rows/columns";
import { searchBlocks } from "./block";
import { searchBlocks as searchEvmBlocks } from "./evm/block";
import type { Found } from "./found";

/** Searches in a chain longer than one search looks through. Every 9,000th block is large. */

const BLOCKS = 25_000;
const isLarge = (height: number) => height % 9_000 === 0;
const LARGE = [18_000, 9_000];
const ID = new Uint8Array(32);

/** Rows by hundreds, from height 1 on. */
async function insertAll(insert: (heights: number[]) => Promise<unknown>): Promise<void> {
  for (let first = 1; first <= BLOCKS; first += 100)
    await insert(Array.from({ length: 100 }, (_, n) => first + n));
}

/** Heights of all that is found, and how many searches it took. */
async function searchThrough(start: number, search: (below: number) => Promise<Found<{ height: number }>>) {
  const found: number[] = [];
  let searches = 0;
  for (let below: number | undefined = start; below !== undefined; searches++) {
    const { rows, next }: Found<{ height: number }> = await search(below);
    found.push(...rows.map(({ height }) => height));
    if (next !== undefined) expect(next).toBeLessThan(below);
    below = next;
  }
  return { found, searches };
}

test("a search of a chain's blocks looks at 10,000 at most, and goes on below them", async () => {
  const { db } = await freshStore();
  await insertAll((heights) =>
    db
      .insertInto("block")
      .values(
        heights.map((height) => ({
          chain: CHAIN.p,
          height,
          block_id: ID,
          parent_id: ID,
          container_id: ID,
          container_index: height,
          time: height,
          block_type: 0,
          size: isLarge(height) ? 5_000 : 300,
          tx_count: isLarge(height) ? 9 : 1,
          accepted_at_ns: 0n,
          stored_at_ms: 0,
        })),
      )
      .execute(),
  );
  const range = (below: number) => ({
    from: positionOf(1, 0),
    below,
    order: "desc" as const,
  });
  for (const filter of [{ leastTxs: 2 }, { leastBytes: 5_000 }, { leastTxs: 9, leastBytes: 301 }]) {
    const all = await searchThrough(positionOf(BLOCKS + 1, 0), (below) =>
      searchBlocks(db, CHAIN.p, { filter, range: range(below), limit: 10 }),
    );
    expect(all).toEqual({ found: LARGE, searches: 3 });
  }
  const whole = await searchBlocks(db, CHAIN.p, {
    filter: {},
    range: range(positionOf(BLOCKS + 1, 0)),
    limit: 10,
  });
  expect([whole.rows.length, whole.next]).toEqual([10, positionOf(BLOCKS - 9, 0)]);
}, 60_000);

test("a search of an EVM chain's blocks does too, and compares gas of any size exactly", async () => {
  const { db, close } = await openChain(":memory:", { mode: "write", nowMs: 0 });
  onTestFinished(() => close());
  await insertAll((heights) =>
    db
      .insertInto("block")
      .values(
        heights.map((height) => ({
          height,
          hash: ID,
          parent_hash: ID,
          time: height,
          time_ms: null,
          size: 600,
          miner: ID.slice(0, 20),
          gas_limit: 15_000_000,
          gas_used: isLarge(height) ? 2_250_000 : 2_249_999,
          tx_count: isLarge(height) ? 9 : 1,
          base_fee: null,
          accepted_at_ns: null,
          stored_at_ms: 0,
          settled_height: null,
          gas_cost: null,
          fees: amountColumn(0n),
          tx_total: height,
        })),
      )
      .execute(),
  );
  for (const filter of [{ leastTxs: 2 }, { leastPercent: 15 }, { leastTxs: 9, leastPercent: 15 }])
    expect(
      await searchThrough(BLOCKS + 1, (below) => searchEvmBlocks(db, { filter, from: 0, below, limit: 10 })),
    ).toEqual({ found: LARGE, searches: 3 });
  // A hundred times the largest number is compared too.
  const huge = { gas_limit: Number.MAX_SAFE_INTEGER, gas_used: (Number.MAX_SAFE_INTEGER + 1) / 2 };
  await db.updateTable("block").set(huge).where("height", "=", 5).execute();
  const half = { filter: { leastPercent: 50 }, from: 0, below: 9, limit: 10 };
  expect((await searchEvmBlocks(db, half)).rows.map(({ height }) => height)).toEqual([5]);
}, 60_000);
