import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ENGINES } from "../../../testbed/engines";
import { openChain } from "../../../testbed/test-stores";
import { ACTIVITY, amountColumn, positionOf } from "../../rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../rows/evm-batch";
import type { EvmStore } from "../../stores";
import { searchTransactions, type TxFilter } from "./tx-search";

/** Searches in a chain longer than one search looks through: rows as the indexer writes them, 5 in a block. */

const TXS = 25_000;
const BUSY = 1;
const RARE = 2;
/** Who sends every 9,000th transaction. */
const isRare = (n: number) => n % 9_000 === 0;
const positionAt = (n: number) => positionOf(Math.floor(n / 5), n % 5);
const EVERYWHERE = { from: 0, below: Number.MAX_SAFE_INTEGER };

let store: EvmStore;
beforeAll(async () => {
  store = await openChain(":memory:", { mode: "write", nowMs: 0 });
  const batch = newEvmBatch();
  for (let n = 0; n < TXS; n++) {
    const position = positionAt(n);
    const sender = isRare(n) ? RARE : BUSY;
    batch.transaction.push({
      position,
      hash: new Uint8Array(32).fill(n),
      nonce: n,
      tx_type: 2,
      status: 1,
      from_id: sender,
      to_id: 3,
      created_id: null,
      log_count: 0,
      value: amountColumn(BigInt(n)),
      gas_price: amountColumn(1n),
      gas_limit: 21_000,
      gas_used: 21_000,
      selector: isRare(n) ? Uint8Array.of(1, 2, 3, 4) : null,
    });
    batch.address_activity.push({
      epoch: 0,
      address_id: sender,
      kind: ACTIVITY.native,
      position,
      item: 0,
    });
  }
  for (const address_id of [BUSY, RARE]) batch.address_epoch.push({ address_id, epoch: 0 });
  batch.epoch.push({ epoch: 0, items: TXS, first_position: 0 });
  await writeEvmBatch(store.db, batch);
}, 120_000);
afterAll(() => store?.close());

/** Numbers of all that is found, and how many searches it took. */
async function searchThrough(
  filter: TxFilter,
  limit: number,
): Promise<{ found: number[]; searches: number }> {
  const found: number[] = [];
  let below: number | undefined = EVERYWHERE.below;
  let searches = 0;
  for (; below !== undefined; searches++) {
    const { rows, next } = await searchTransactions(store.db, { filter, from: 0, below, limit });
    expect(rows.length).toBeLessThanOrEqual(limit);
    found.push(...rows.map(({ nonce }) => nonce));
    if (next !== undefined) expect(next).toBeLessThan(below);
    below = next;
  }
  return { found, searches };
}

describe("a search of transactions", () => {
  test.each([
    ["a function", { selectors: [Uint8Array.of(1, 2, 3, 4)] }, 3],
    ["an address among few", { fromId: RARE }, 1],
    // Every search looks at 3,000 of its transactions.
    ["an address with many others", { fromId: BUSY, leastValue: BigInt(TXS) }, 9],
    ["a value that none has", { leastValue: BigInt(TXS) }, 3],
  ] as const)("ends before it has looked at everything: %s", async (_, filter, most) => {
    const { found, searches } = await searchThrough(filter, 10);
    const isOf = "leastValue" in filter ? () => false : isRare;
    expect(found).toEqual([...Array(TXS).keys()].filter(isOf).reverse());
    expect(searches).toBeGreaterThanOrEqual(Math.min(most, 3));
    expect(searches).toBeLessThanOrEqual(most);
  });

  test("has its rows in order from page to page, the last one full", async () => {
    const { found, searches } = await searchThrough({ leastValue: BigInt(TXS - 100) }, 50);
    expect(found).toEqual(Array.from({ length: 100 }, (_, n) => TXS - 1 - n));
    expect(searches).toBeLessThanOrEqual(5);
    const few = { filter: { fromId: BUSY }, from: positionAt(24_990), below: EVERYWHERE.below, limit: 10 };
    const { rows, next } = await searchTransactions(store.db, few);
    expect([rows.length, next]).toEqual([10, undefined]);
  });
});

describe.each(ENGINES)("the planner of $name", ({ plan }) => {
  test.each([
    ["any", {}],
    ["of an address", { fromId: RARE, leastValue: 5n }],
    ["failed", { status: 0, leastValue: 5n }],
    ["of a function", { selectors: [Uint8Array.of(1, 2, 3, 4)], toId: 3 }],
  ] as const)("walks over a range of transactions, sorts none: %s", async (_, filter) => {
    const steps = await plan(store.db, (db) => searchTransactions(db, { filter, ...EVERYWHERE, limit: 10 }));
    expect(steps.length).toBeGreaterThan(0);
    // Epochs are few, and read from the newest on.
    for (const step of steps) expect(step).not.toMatch(/^SCAN (?!CONSTANT|json_each|epoch\b)|TEMP B-TREE/);
  });
});
