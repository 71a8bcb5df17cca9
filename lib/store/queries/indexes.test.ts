import { describe, expect, test } from "vitest";
import { ENGINES, freshStore } from "../../testbed/engines";
import type { Db } from "../db";
import { openEvmStore } from "../open";
import { CHAIN } from "../rows/columns";
import { readBalances } from "./balance";
import { listBlocksOfNode } from "./block";
import { listLatestTransactions } from "./evm/transaction";
import { listRewards } from "./reward-list";
import { findDelegatee } from "./stake";
import { listStakes, listStakingNodes, type Moment, RUNNING, sumRunning } from "./stake-list";
import { listTxs } from "./tx";
import { listUtxos } from "./utxo-list";

const AT: Moment = { height: 9, time: 9, below: 900, decidedBelow: 900 };
const ID = new Uint8Array(32);
const RANGE = { from: 0, below: 900, order: "desc" } as const;

describe.each(ENGINES)("the planner of $name", (engine) => {
  /** Indexes that the statements of `work` use, and nothing that walks over a whole table or sorts. */
  async function indexesOf<Tables>(db: Db<Tables>, work: (db: Db<Tables>) => Promise<unknown>) {
    const plan = await engine.plan(db, work);
    return {
      used: [...new Set(plan.flatMap((step) => /INDEX (\w+)/.exec(step)?.[1] ?? []))].sort(),
      slow: plan.filter((step) =>
        /^SCAN (?!CONSTANT)(?!.*USING (COVERING )?INDEX)|TEMP B-TREE FOR ORDER/.test(step),
      ),
    };
  }

  test("adds balances up in an index that holds all they need", async () => {
    const { db } = await freshStore();
    const query = { owners: [ID], chain: CHAIN.x, blockchainId: ID };
    const plan = await engine.plan(db, (db) => readBalances(db, query));
    expect(plan.length).toBeGreaterThan(0);
    for (const step of plan)
      expect(step).toMatch(/USING COVERING INDEX utxo_live \(owners=\? AND chain=\? AND staked=\?/);
  });

  test("finds the blocks that a node proposed by its own index", async () => {
    const { db } = await freshStore();
    const list = { nodeId: ID, range: RANGE, limit: 10 };
    const { used } = await indexesOf(db, (db) => listBlocksOfNode(db, CHAIN.p, list));
    expect(used).toContain("block_by_proposer");
  });

  test("finds the validator of a delegation among validators alone", async () => {
    const { db } = await freshStore();
    const delegation = { node_id: ID, subnet_id: ID, position: 5 };
    expect(await indexesOf(db, (db) => findDelegatee(db, delegation))).toEqual({
      used: ["stake_by_validator"],
      slow: [],
    });
  });

  test("finds running stakes without walking over those that have ended", async () => {
    const { db } = await freshStore();
    const list = { at: AT, order: "desc", limit: 10, statuses: RUNNING } as const;
    const { used } = await indexesOf(db, (db) => listStakes(db, list));
    expect(used).toEqual(expect.arrayContaining(["stake_ended", "stake_running_by_id"]));
    expect(used).not.toContain("stake_by_id");
    const sums = await indexesOf(db, (db) => sumRunning(db, { at: AT, subnetId: ID }));
    expect(sums.used).toEqual(expect.arrayContaining(["stake_ended", "stake_running"]));
  });

  test("finds every node that staked by seeks", async () => {
    const { db } = await freshStore();
    const { used } = await indexesOf(db, listStakingNodes);
    expect(
      used.every((index) => index.startsWith("stake_by_")),
      used.join(),
    ).toBe(true);
    expect(used.length).toBeGreaterThan(0);
  });

  test("finds a page of transactions, outputs or rewards in the order of an index", async () => {
    const { db } = await freshStore();
    const page = { cursor: undefined, limit: 10 };
    const txs = { chain: CHAIN.p, range: RANGE, limit: 10, addressIds: [1], typeIds: [34] };
    expect(await indexesOf(db, (db) => listTxs(db, txs))).toEqual({ used: ["address_tx_by_type"], slow: [] });
    const utxos = await engine.plan(db, (db) =>
      listUtxos(
        db,
        {
          ...{ owners: [ID], chain: CHAIN.p, blockchainIdOf: { 0: ID, 1: ID, 2: ID }, includeSpent: false },
          ...{ asset: undefined, minAmount: 0n, sortBy: "timestamp", order: "desc" },
        },
        page,
      ),
    );
    expect(utxos.filter((step) => /utxo_live_by_owners/.test(step)).length).toBeGreaterThan(0);
    expect(utxos.filter((step) => /TEMP B-TREE/.test(step))).toEqual([]);
    const rewards = { owners: [ID], nodeIds: undefined, order: "desc" } as const;
    expect(await indexesOf(db, (db) => listRewards(db, rewards, page))).toEqual({
      used: ["utxo_reward_by_owners"],
      slow: [],
    });
  });

  test("finds failed transactions by an index of their own, and only those", async () => {
    const store = await openEvmStore(":memory:", { mode: "write", nowMs: 0 });
    const usedFor = async (status: number) =>
      (await indexesOf(store.db, (db) => listLatestTransactions(db, { below: 900, status, limit: 10 }))).used;
    expect([await usedFor(0), await usedFor(1)]).toEqual([["transaction_failed"], []]);
    await store.close();
  });
});
