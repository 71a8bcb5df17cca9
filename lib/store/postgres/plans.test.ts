import { expect, test } from "vitest";
import { freshStore } from "../../testbed/engines";
import { POSTGRES } from "../../testbed/postgres";
import { openChain, TEST_ENGINE } from "../../testbed/test-stores";
import type { Db, EvmDb, PrimaryDb } from "../db";
import { listApprovals } from "../queries/evm/approval";
import { listContractsNamed } from "../queries/evm/token";
import { listContractsByAge } from "../queries/evm/token-list";
import { listLatestTransactions, readTransfers } from "../queries/evm/transaction";
import { listBlockchainsNamed } from "../queries/subnet";
import { listUtxos, streamsOfExports, streamsOn } from "../queries/utxo-list";
import { CHAIN } from "../rows/columns";

const ID = new Uint8Array(32);

/** Steps that walk over a whole table, or sort more than a page. */
async function slowSteps<Tables>(db: Db<Tables>, work: (db: Db<Tables>) => Promise<unknown>) {
  const plan = await POSTGRES.plan(db, work);
  expect(plan.length).toBeGreaterThan(0);
  return plan.filter((step) => /\b(Seq Scan|Bitmap|Sort)\b/.test(step));
}

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
