import { describe, expect, test } from "vitest";
import { ENGINES, freshStore } from "../../testbed/engines";
import { openChain } from "../../testbed/test-stores";
import type { Db, EvmDb, PrimaryDb } from "../db";
import { CHAIN } from "../rows/columns";
import { listAssetsNamed } from "./asset";
import { listAssetShares, listAssets } from "./asset-list";
import { readBalances } from "./balance";
import { listIdsIn, listNodeIdsIn, listOwnersIn, listValidationIdsIn } from "./beginning";
import { listBlocksOfNode } from "./block";
import { listAddressActivity, listPositions } from "./evm/activity";
import { hasMovedSince, listApprovals, listNftApprovals } from "./evm/approval";
import { listApprovalsIn, listNftApprovalsIn } from "./evm/audit-events";
import { listAddressesIn, listHashesIn } from "./evm/beginning";
import { listHoldersIn } from "./evm/holder";
import { findSection, listHeightsIn, listLoggedHeights } from "./evm/log-candidates";
import { findSteps, listOtherChains, listSteps } from "./evm/message";
import { readEvmPresence } from "./evm/presence";
import { findSignerOnChain } from "./evm/signer";
import { listContractsNamed } from "./evm/token";
import { listContractsByAge, walkTokensByCount } from "./evm/token-list";
import { listLatestTransactions } from "./evm/transaction";
import { listAccruedByDay, listL1FeePoints } from "./l1-fees";
import { listManaged, listValidatorsPaying, readPresence } from "./presence";
import { listRewards } from "./reward-list";
import { findSigners, findSignersOfAccounts } from "./signer";
import { findDelegatee } from "./stake";
import { listStakes, listStakingNodes, type Moment, RUNNING, sumRunning } from "./stake-list";
import { listBlockchainsNamed, listBlockchainsWithEvmId } from "./subnet";
import { listTxs } from "./tx";
import { readEmitted } from "./utxo";
import { listUtxos, streamsOfExports, streamsOn } from "./utxo-list";

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

  test("finds the last block of each day, and the changes of one L1 validator, by seeks", async () => {
    const { db } = await freshStore();
    const { used, slow } = await indexesOf(db, (db) => listAccruedByDay(db, { first: 0, last: 9 * 86_400 }));
    expect(used).toContain("block_by_time");
    expect(slow.filter((step) => !/^SCAN day\b|TEMP B-TREE/.test(step))).toEqual([]);
    const points = await indexesOf(db, (db) => listL1FeePoints(db, { subnetId: ID }, AT));
    expect(points.used).toContain("l1_validator_by_subnet");
    expect(points.slow.filter((step) => !step.includes("json_each"))).toEqual([]);
  });

  test("finds a page of transactions, outputs or rewards in the order of an index", async () => {
    const { db } = await freshStore();
    const page = { cursor: undefined, limit: 10 };
    const txs = { chain: CHAIN.p, range: RANGE, limit: 10, addressIds: [1], typeIds: [34] };
    expect(await indexesOf(db, (db) => listTxs(db, txs))).toEqual({ used: ["address_tx_by_type"], slow: [] });
    const ids = { [CHAIN.p]: ID, [CHAIN.x]: ID, [CHAIN.c]: ID };
    const utxos = await engine.plan(db, (db) =>
      listUtxos(
        db,
        {
          owners: [ID],
          streams: [...streamsOn(CHAIN.p, ids), ...streamsOfExports(ids)],
          includeSpent: false,
          asset: undefined,
          minAmount: 0n,
          sortBy: "timestamp",
          order: "desc",
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

  test("finds what a transaction created by seeks, rewards paid later too", async () => {
    const { db } = await freshStore();
    const plan = await engine.plan(db, (db) => readEmitted(db, CHAIN.p, [5, 6]));
    expect(plan.filter((step) => /INDEX utxo_by_birth .*created_position=/.test(step))).toHaveLength(1);
    expect(plan.filter((step) => /utxo USING PRIMARY KEY \(chain=\?\)/.test(step))).toEqual([]);
  });

  test("finds failed transactions by an index of their own, and only those", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const usedFor = async (status: number) =>
      (await indexesOf(store.db, (db) => listLatestTransactions(db, { below: 900, status, limit: 10 }))).used;
    expect([await usedFor(0), await usedFor(1)]).toEqual([["transaction_failed"], []]);
    await store.close();
  });

  test("lists tokens, contracts and assets in the order of an index, without sorting", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const first = { after: undefined, limit: 10 };
    const next = { after: { address_id: 5, created_position: 9 }, limit: 10 };
    const works: [index: string, (db: EvmDb) => Promise<unknown>][] = [
      ["contract_by_creation", (db) => listContractsByAge(db, undefined, { ...first, order: "desc" })],
      ["contract_by_creation", (db) => listContractsByAge(db, undefined, { ...next, order: "asc" })],
      ["contract_by_standard", (db) => listContractsByAge(db, [1], { ...first, order: "desc" })],
      ["contract_by_standard", (db) => listContractsByAge(db, [2, 3], { ...next, order: "desc" })],
    ];
    for (const [index, work] of works) await expectSeeks(store.db, work, index);
    for (const sort of ["holders", "transfers"] as const)
      for (const after of [undefined, { count: 3, id: 4 }]) {
        const list = { standards: [1], sort };
        const { used, slow } = await indexesOf(store.db, (db) =>
          walkTokensByCount(db, list, { after, limit: 9 }),
        );
        expect({ used, slow }).toEqual({ used: [`token_by_${sort}`], slow: [] });
      }
    await store.close();
    const { db } = await freshStore();
    await expectSeeks(db, (db) => listAssets(db, { after: 7, limit: 5 }), "asset_by_creation");
    // What a few owners have is grouped in memory.
    expect((await indexesOf(db, (db) => listAssetShares(db, 7))).slow).toEqual([]);
  });

  test("lists and finds messages between chains by seeks, without sorting", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const address = new Uint8Array(20);
    for (const below of [undefined, 900]) {
      const page = { below, limit: 10 };
      const works: [index: string, (db: EvmDb) => Promise<unknown>][] = [
        ["message_step_by_kind", (db) => listSteps(db, { kind: "sent" }, page)],
        ["message_step_by_chain", (db) => listSteps(db, { kind: "sent", other: ID }, page)],
        ["message_step_by_sender", (db) => listSteps(db, { kind: "sent", sender: address }, page)],
        ["message_step_by_recipient", (db) => listSteps(db, { kind: "sent", recipient: address }, page)],
      ];
      for (const [index, work] of works) await expectSeeks(store.db, work, index);
    }
    await expectSeeks(store.db, (db) => listOtherChains(db, "received"), "message_step_by_(chain|kind)");
    await expectSeeks(store.db, (db) => findSteps(db, [ID]), "message_step_by_id");
    await store.close();
  });

  const BEGINNING = { from: new Uint8Array(32), through: new Uint8Array(32).fill(255) };

  test("finds the beginning of a name or id by seeks, without sorting", async () => {
    const { db } = await freshStore();
    const works: [index: string, (db: PrimaryDb) => Promise<unknown>][] = [
      ["blockchain_by_name", (db) => listBlockchainsNamed(db, "firn", 5)],
      ["blockchain_by_evm_chain_id", (db) => listBlockchainsWithEvmId(db, 43114, 5)],
      ["asset_by_name", (db) => listAssetsNamed(db, "firn", 5)],
      ["asset_by_symbol", (db) => listAssetsNamed(db, "firn", 5)],
      ["sqlite_autoindex_hash_1|PRIMARY KEY", (db) => listIdsIn(db, BEGINNING, 5)],
      ["sqlite_autoindex_l1_validator_1", (db) => listValidationIdsIn(db, BEGINNING, 5)],
      ["stake_by_(node|validator)", (db) => listNodeIdsIn(db, BEGINNING, 5)],
      ["l1_validator_by_node", (db) => listNodeIdsIn(db, BEGINNING, 5)],
      ["sqlite_autoindex_address_1", (db) => listOwnersIn(db, BEGINNING, 5)],
    ];
    for (const [index, work] of works) await expectSeeks(db, work, index);
  });

  test("finds the beginning of an EVM chain's names and hashes by seeks, without sorting", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const works: [index: string, (db: EvmDb) => Promise<unknown>][] = [
      ["contract_by_name", (db) => listContractsNamed(db, "firn", 5)],
      ["contract_by_symbol", (db) => listContractsNamed(db, "firn", 5)],
      ["sqlite_autoindex_hash_1|PRIMARY KEY", (db) => listHashesIn(db, BEGINNING, 5)],
      ["sqlite_autoindex_address_1", (db) => listAddressesIn(db, BEGINNING, 5)],
    ];
    for (const [index, work] of works) await expectSeeks(store.db, work, index);
    await store.close();
  });

  test("finds a key by either form of its address, and what the address is, by seeks", async () => {
    const { db } = await freshStore();
    const address = new Uint8Array(20);
    const works: [index: string, (db: PrimaryDb) => Promise<unknown>][] = [
      ["PRIMARY KEY", (db) => findSigners(db, [address])],
      ["signer_by_account", (db) => findSignersOfAccounts(db, [address])],
      [
        "sqlite_autoindex_address_1",
        (db) => readPresence(db, CHAIN.p, { addresses: [address], countTo: 101, typeIds: [] }),
      ],
      ["stake_running_by_role", (db) => listValidatorsPaying(db, address, 3)],
      ["subnet_by_manager", (db) => listManaged(db, address, 3)],
    ];
    for (const [index, work] of works) await expectSeeks(db, work, index);
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const evm: [index: string, (db: EvmDb) => Promise<unknown>][] = [
      ["signer_by_key", (db) => findSignerOnChain(db, { key: address })],
      ["sqlite_autoindex_address_1", (db) => findSignerOnChain(db, { account: address })],
      ["PRIMARY KEY", (db) => readEvmPresence(db, 1)],
    ];
    for (const [index, work] of evm) await expectSeeks(store.db, work, index);
    await store.close();
  });

  test("finds what others may move of an account's tokens by seeks, in the order of the key", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const after = { token_id: 5, form: 0, other: 9 };
    for (const [side, ofAccounts, ofNfts] of [
      ["owner", "PRIMARY KEY", "nft_approval_by_owner"],
      ["spender", "approval_by_spender", "nft_approval_by_spender"],
    ] as const) {
      const of = { side, id: 1, zeroAddressId: 2 };
      for (const page of [
        { after: undefined, limit: 10 },
        { after, limit: 10 },
      ])
        await expectSeeks(store.db, (db) => listApprovals(db, of, page), ofAccounts);
      for (const after of [undefined, { height: 7, log_index: 3 }])
        await expectSeeks(store.db, (db) => listNftApprovals(db, of, { after, limit: 10 }), ofNfts);
    }
    await expectSeeks(store.db, (db) => listApprovalsIn(db, 7), "approval_by_position");
    await expectSeeks(store.db, (db) => listNftApprovalsIn(db, 7), "nft_approval_by_position");
    const moved = { token_id: 1, token_number: ID, owner_id: 1, spender_id: 2, position: 7, log_index: 1 };
    await expectSeeks(store.db, (db) => hasMovedSince(db, moved), "token_transfer_nft");
    await store.close();
  });

  test("finds sections and blocks with logs by seeks, and reads no more than a page of them", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const clauses = [
      { keys: [1, 2], sides: [] },
      { keys: [3], sides: [4] },
    ];
    for (const isDown of [true, false]) {
      const page = { from: 5, to: 90_000, isDown, limit: 10 };
      const plan = await engine.plan(store.db, (db) => findSection(db, clauses, page));
      const ofTerms = plan.filter((step) => /log_term/.test(step));
      expect(ofTerms.length).toBe(3);
      for (const step of ofTerms)
        expect(step).toMatch(
          /^SEARCH log_term (EXISTS )?USING INTEGER PRIMARY KEY \(rowid>\? AND rowid<\?\)/,
        );
      await expectSeeks(store.db, (db) => listHeightsIn(db, 1, clauses, page), "PRIMARY KEY");
      await expectSeeks(store.db, (db) => listHeightsIn(db, 1, clauses.toReversed(), page), "PRIMARY KEY");
      await expectSeeks(store.db, (db) => listLoggedHeights(db, page), "INTEGER PRIMARY KEY");
    }
    await store.close();
  });

  test("reads an address's lists through all epochs in order, and sorts nothing", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const range = { from: 1, below: 900 };
    for (const order of ["asc", "desc"] as const) {
      const page = { range, after: undefined, limit: 25, groupBy: "block", order } as const;
      const list = { addressId: 1, kinds: [2] };
      await expectSeeks(store.db, (db) => listAddressActivity(db, list, page), "PRIMARY KEY");
      const { slow } = await indexesOf(store.db, (db) => listPositions(db, list, page));
      expect(slow).toEqual([]);
    }
    await store.close();
  });

  test("finds holders of one token of a collection by seeks, in the order of their numbers", async () => {
    const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
    const held = { tokenId: 1, number: ID };
    await expectSeeks(
      store.db,
      (db) => listHoldersIn(db, held, { after: 5, limit: 10 }),
      "token_balance_by_number",
    );
    const whole = (db: EvmDb) => listHoldersIn(db, { tokenId: 1 }, { after: 5, last: 9, limit: 10 });
    await expectSeeks(store.db, whole, "PRIMARY KEY");
    await store.close();
  });

  /** That the first step of a statement of `work` seeks in the index, and that nothing scans or sorts. */
  async function expectSeeks<Tables>(
    db: Db<Tables>,
    work: (db: Db<Tables>) => Promise<unknown>,
    index: string,
  ) {
    const plan = await engine.plan(db, work);
    expect(
      plan.some((step) => new RegExp(`^SEARCH .*(${index}) \\(.*[<>]?=?.*\\)`).test(step)),
      plan.join("\n"),
    ).toBe(true);
    expect(plan.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
  }
});
