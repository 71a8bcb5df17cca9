import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { genesisCoin } from "../../avalanche/c/genesis";
import { fromHex } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import { decodeGenesis } from "../../avalanche/genesis/genesis";
import { parseId } from "../../avalanche/ids";
import { parseRecord } from "../../avalanche/ledger/records";
import { effectsOf } from "../../avalanche/p/txs";
import { openDataClient } from "../../client/data";
import { getAvaxSupply } from "../../contract/data/avax-supply";
import { listLatestTransactions } from "../../contract/data/evm-transactions";
import { listL1Validators } from "../../contract/data/l1-validators";
import { getStakeSummary } from "../../contract/firn/validators";
import { readLedger } from "../../store/bookkeeping/ledger-record";
import { readGenesisFact, readNetwork } from "../../store/bookkeeping/network";
import { sumBurned } from "../../store/queries/burned";
import { CHAIN } from "../../store/rows/columns";
import type { Store } from "../../store/stores";
import { type IndexedCChain, indexCChain } from "../../testbed/c-chain";
import { openBurnedSums } from "../staking/burned-sums";
import { sum } from "../sum";

const WEI = 1_000_000_000n;

describe.each(["custom-network", "local-network"])("the supply of AVAX on %s", (name) => {
  let firn: IndexedCChain;
  let store: Store;
  beforeAll(async () => {
    firn = await indexCChain(name);
    store = await firn.stores.open("primary", { mode: "read" });
  });
  afterAll(async () => {
    await store.close();
    await firn.close();
  });
  const client = () => openDataClient({ baseUrl: firn.url });
  const readSupply = () => client().get(getAvaxSupply, { params: {} });

  test("is all that anybody has: in outputs, stakes, balances of L1 validators and accounts of the C-Chain", async () => {
    const { unspent, restaked, due } = await readHeld();
    const query = { pageSize: 100, includeInactiveL1Validators: "true" as const };
    const { validators } = await client().get(listL1Validators, { params: { network: "fuji" }, query });
    const l1 = sum(validators.map(({ remainingBalance }) => BigInt(remainingBalance ?? 0)));
    const all = (unspent + restaked + due + l1) * WEI + (await readAccounts());
    const supply = await readSupply();
    expect(weiOf(supply.totalSupply)).toBe(all);
    expect(supply.circulatingSupply).toBe(supply.totalSupply);
    const { totalPBurned, totalXBurned, totalCBurned, genesisUnlock, totalRewards } = supply;
    const burned = sum([totalPBurned, totalXBurned, totalCBurned].map(weiOf));
    expect(weiOf(genesisUnlock) + weiOf(totalRewards) - burned).toBe(all);
    expect(weiOf(supply.l1ValidatorFees)).toBeGreaterThan(0n);
    // Nothing is added twice, and nobody waits for another for ever.
    expect(await Promise.all(Array.from({ length: 20 }, readSupply))).toEqual(Array(20).fill(supply));
  });

  test("has rewards as they were paid, staked again or are due", async () => {
    const { rewarded, restaked, due } = await readHeld();
    expect(rewarded).toBeGreaterThan(0n);
    expect(weiOf((await readSupply()).totalRewards)).toBe((rewarded + restaked + due) * WEI);
  });

  test("has what is staked and locked at the head", async () => {
    const stake = await client().get(getStakeSummary, { params: {} });
    const { totalStaked, totalLocked, lastUpdated } = await readSupply();
    expect(weiOf(totalStaked)).toBe((BigInt(stake.weight) + BigInt(stake.delegatedWeight)) * WEI);
    expect(Date.parse(lastUpdated)).toBe(stake.time * 1_000);
    const now = BigInt(stake.time);
    const { outputs } = await readHeld();
    const locked = outputs.filter(
      ({ locktime, stakeable_locktime }) => locktime > now || (stakeable_locktime ?? 0n) > now,
    );
    expect(locked.length).toBeGreaterThan(0);
    expect(weiOf(totalLocked)).toBe(sum(locked.map(({ amount }) => amount)) * WEI);
  });

  test("adds up what was burned in parts of any size", async () => {
    for (const chain of Object.values(CHAIN)) {
      const rows = await store.db.selectFrom("tx").selectAll().where("chain", "=", chain).execute();
      for (const limit of [1, 7, 100_000]) {
        let from = Number.MIN_SAFE_INTEGER;
        let burned = 0n;
        let intoBalances = 0n;
        for (;;) {
          const part = await sumBurned(store.db, { chain, from, limit });
          burned += part.burned;
          intoBalances += part.l1_balance;
          if (part.last === null) break;
          from = part.last + 1;
        }
        expect([burned, intoBalances]).toEqual([
          sum(rows.map((row) => row.burned)),
          sum(rows.map((row) => row.l1_balance)),
        ]);
      }
    }
  });

  test("what was burned is added up anew where another store took the place of one", async () => {
    const sums = openBurnedSums();
    const first = await sums.read("one", store.db);
    expect(first.p.burned).toBeGreaterThan(0n);
    for (const id of ["one", "one", "another"]) {
      await sums.catchUp(id, (work) => work(store.db));
      expect(await sums.read("one", store.db)).toEqual(first);
      expect(await sums.read("another", store.db)).toEqual(first);
    }
  });

  /** AVAX in outputs, and what stakers have beside the outputs that they staked; nAVAX. */
  async function readHeld() {
    const { db } = store;
    const { avaxAssetId = "" } = await readNetwork(db);
    const asset = await db
      .selectFrom("asset")
      .select("id")
      .where("asset_id", "=", parseId(avaxAssetId))
      .executeTakeFirstOrThrow();
    const all = await db.selectFrom("utxo").selectAll().where("asset", "=", asset.id).execute();
    const outputs = all.filter(({ consumed_position }) => consumed_position === null);
    const stakers = (await readLedger(db))
      .filter(({ kind }) => kind === "staker")
      .map(({ text }) => parseRecord<"staker">(text))
      .filter(({ permissioned, status }) => !permissioned && status === "current");
    return {
      outputs,
      unspent: sum(outputs.map(({ amount }) => amount)),
      rewarded: sum(all.filter(({ reward_type }) => reward_type !== null).map(({ amount }) => amount)),
      restaked: sum(
        stakers.map(({ weight, stake }) => weight - sum(stake.map(({ output }) => output.amount))),
      ),
      due: sum(stakers.map(({ delegateeReward }) => delegateeReward)),
    };
  }

  /** Wei of all accounts of the C-Chain: what the genesis gave, what came and went, less each transaction's fee. */
  async function readAccounts(): Promise<bigint> {
    const genesis = decodeGenesis(fromHex((await readGenesisFact(store.db)) ?? ""));
    const given = genesis.chains
      .flatMap((tx) => effectsOfKind(effectsOf(tx), "blockchain.created"))
      .map(({ genesisData }) => genesisCoin(genesisData));
    const atomic = await store.db.selectFrom("tx").selectAll().where("chain", "=", CHAIN.c).execute();
    const moved = atomic.map(({ tx_type, value, burned }) =>
      tx_type === IMPORT ? value : -(value + burned),
    );
    const fees: bigint[] = [];
    let pageToken: string | undefined;
    do {
      const query = { pageSize: 100, pageToken };
      const page = await client().get(listLatestTransactions, { params: { chainId: firn.chainId }, query });
      for (const { gasUsed, gasPrice } of page.transactions) fees.push(BigInt(gasUsed) * BigInt(gasPrice));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return sum(given) + sum(moved) * WEI - sum(fees);
  }
});

/** Codec type id of an atomic ImportTx. */
const IMPORT = 0;

/** Of an amount in AVAX. */
function weiOf(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(`${whole}${fraction.padEnd(18, "0")}`);
}
