import { expect, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { POSTGRES } from "../../testbed/postgres";
import { openChain, TEST_ENGINE } from "../../testbed/test-stores";
import type { Db, EvmDb, PrimaryDb } from "../db";
import { listAddressActivity, listAddressTransactions, NEWEST_ITEM } from "../queries/evm/activity";
import { listApprovals } from "../queries/evm/approval";
import { listHashesIn } from "../queries/evm/beginning";
import { listMovements } from "../queries/evm/holder";
import { findSection, listHeightsIn } from "../queries/evm/log-candidates";
import { readEvmPresence } from "../queries/evm/presence";
import { listContractsNamed } from "../queries/evm/token";
import { listContractsByAge } from "../queries/evm/token-list";
import { findTransaction, listLatestTransactions, readTransfers } from "../queries/evm/transaction";
import { listBlockchainsNamed } from "../queries/subnet";
import { listUtxos, streamsOfExports, streamsOn } from "../queries/utxo-list";
import { ACTIVITY, CHAIN } from "../rows/columns";

const ID = new Uint8Array(32);

/** Steps that walk over a whole table, or sort more than a page. */
async function slowSteps<Tables>(db: Db<Tables>, work: (db: Db<Tables>) => Promise<unknown>) {
  const plan = await POSTGRES.plan(db, work);
  expect(plan.length).toBeGreaterThan(0);
  return plan.filter((step) => /\b(Seq Scan|Bitmap|Sort)\b/.test(step));
}

/** Steps that walk over a whole table, or sort what no limit has cut before. */
async function unlimitedSteps(db: EvmDb, work: (db: EvmDb) => Promise<unknown>) {
  const plan = await POSTGRES.plan(db, work);
  expect(plan.length).toBeGreaterThan(0);
  const above: { depth: number; step: string; children: number }[] = [];
  const slow: string[] = [];
  for (const step of plan.filter((line) => line.includes("(cost="))) {
    const depth = step.search(/[A-Z]/);
    while ((above.at(-1)?.depth ?? -1) >= depth) above.pop();
    const parent = above.at(-1);
    // Asked for once for each row of the first child.
    const isLookup = parent !== undefined && /Nested Loop/.test(parent.step) && parent.children > 0;
    if (parent !== undefined) parent.children += 1;
    const isSorted = above.findLastIndex((other) => /\bSort\b/.test(other.step));
    const isLimited = above.findLastIndex((other) => /\bLimit\b/.test(other.step));
    // A subquery hands on what its own steps read.
    const reads = /\bScan\b/.test(step) && !/Subquery Scan/.test(step);
    if (/Seq Scan|Bitmap/.test(step) || (reads && isSorted > isLimited && !isLookup)) slow.push(step);
    above.push({ depth, step, children: 0 });
  }
  return slow;
}

test.skipIf(TEST_ENGINE !== "postgres")(
  "lists of addresses are read in the order of indexes, and cut before anything is sorted",
  async () => {
    const { db, close } = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const page = { ...NEWEST_ITEM, limit: 26 };
    const range = { from: new Uint8Array(32), through: new Uint8Array(32).fill(9) };
    const movements = {
      addressId: 3,
      kinds: { transfers: ACTIVITY.token, wraps: ACTIVITY.wrapper },
      from: 0,
    };
    const before = { position: 5, item: 3 };
    const clauses = [
      { keys: [1, 2], sides: [] },
      { keys: [3], sides: [4] },
    ];
    const logs = { from: 5, to: 90_000, isDown: true, limit: 10 };
    const reads: ((db: EvmDb) => Promise<unknown>)[] = [
      ...Object.values(ACTIVITY).map(
        (kind) => (db: EvmDb) => listAddressActivity(db, { addressId: 3, kinds: [kind] }, page),
      ),
      (db) => listAddressTransactions(db, 3, { ...page, order: "asc" }),
      (db) => readEvmPresence(db, 3),
      (db) => listMovements(db, movements, { epoch: 0, before, limit: 100 }),
      (db) => findTransaction(db, ID),
      (db) => listHashesIn(db, range, 10),
      (db) => findSection(db, clauses, logs),
      (db) => listHeightsIn(db, 1, clauses, logs),
      (db) => listHeightsIn(db, 1, clauses.toReversed(), logs),
    ];
    for (const read of reads) expect(await unlimitedSteps(db, read)).toEqual([]);
    await close();
  },
);

test.skipIf(TEST_ENGINE !== "postgres")(
  "lists are read in the order of an index, also where nothing is known about the tables yet",
  async () => {
    const { db: primary } = await freshStore();
    const { db: chain, close } = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const ids = { [CHAIN.p]: ID, [CHAIN.x]: ID, [CHAIN.c]: ID };
    const streams = [...streamsOn(CHAIN.p, ids), ...streamsOfExports(ids)];
    const page = { cursor: undefined, limit: 10 };
    for (const order of ["asc", "desc"] as const) {
      const list = { owners: [ID], streams, asset: undefined, minAmount: 0n, order, includeSpent: false };
      const read = (db: PrimaryDb) => listUtxos(db, { ...list, sortBy: "timestamp" }, page);
      expect(await slowSteps(primary, read)).toEqual([]);
    }
    expect(await slowSteps(primary, (db) => listBlockchainsNamed(db, "firn", 5))).toEqual([]);
    const ofChain: ((db: EvmDb) => Promise<unknown>)[] = [
      (db) => listContractsNamed(db, "firn", 5),
      (db) => listContractsByAge(db, [1], { after: undefined, limit: 10, order: "desc" }),
      (db) => listLatestTransactions(db, { below: 900, status: 1, limit: 10 }),
      (db) => readTransfers(db, [1, 2, 3]),
      (db) => listApprovals(db, { side: "owner", id: 1 }, { after: undefined, limit: 10 }),
    ];
    for (const list of ofChain) expect(await slowSteps(chain, list)).toEqual([]);
    await close();
  },
);
