import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatNodeId } from "../../avalanche/ids";
import { openDataClient } from "../../client/data";
import { type DelegatorDetails, listDelegators } from "../../contract/data/delegators";
import {
  type HistoricalReward,
  listHistoricalPrimaryNetworkRewards,
  listPendingPrimaryNetworkRewards,
  type PendingReward,
} from "../../contract/data/primary-network-rewards";
import { getTxByHash } from "../../contract/data/primary-network-transactions";
import {
  type DelegatorSum,
  getRewardSummary,
  listDelegatorSums,
  listRewardStatement,
  type RewardStatementLine,
} from "../../contract/firn/rewards";
import { type IndexedCChain, indexCChain } from "../../testbed/c-chain";

/** Statements of rewards beside the lists of rewards and of delegators, which are held against the node's own answers. */

const DAY = 86_400;

/** AVAX in euros: another price each day, and none on every third one. */
function priceOn(time: number): string | undefined {
  const day = Math.floor(time / DAY);
  return day % 3 === 1 ? undefined : `${day % 7}.${day}`;
}

/** The price feed of both recordings' C-Chains. */
function writeFeed(path: string): void {
  const history: Record<string, object> = {};
  for (let time = Date.UTC(2020, 8, 1) / 1000; time < Date.now() / 1000 + 400 * DAY; time += DAY) {
    const eur = priceOn(time);
    if (eur !== undefined) history[new Date(time * 1000).toISOString().slice(0, 10)] = { eur };
  }
  const feed = Object.fromEntries(["43112", "43999"].map((chain) => [chain, { native: { history } }]));
  writeFileSync(path, JSON.stringify(feed));
}

describe.each(["custom-network", "local-network"])("the recording %s", (name) => {
  let indexed: IndexedCChain;
  let nodeIds: string[];
  let addresses: string[];
  const folder = mkdtempSync(join(tmpdir(), "firn-prices-"));
  const network = "fuji";

  beforeAll(async () => {
    writeFeed(join(folder, "prices.json"));
    indexed = await indexCChain(name, { prices: join(folder, "prices.json") });
    const store = await indexed.stores.open("primary", { mode: "read" });
    const stakes = await store.db.selectFrom("stake").select("node_id").distinct().execute();
    nodeIds = stakes.map(({ node_id }) => formatNodeId(node_id));
    await store.close();
    const paid = await walkPaid({ nodeIds: nodeIds.join(",") });
    addresses = [...new Set(paid.flatMap((reward) => reward.addresses))];
  });
  afterAll(async () => {
    await indexed.close();
    rmSync(folder, { recursive: true });
  });

  const client = () => openDataClient({ baseUrl: indexed.url });

  /** All rows of a list. */
  async function walk<Page extends { nextPageToken?: string | undefined }, Row>(
    read: (pageToken: string | undefined) => Promise<Page>,
    rowsOf: (page: Page) => readonly Row[],
  ): Promise<Row[]> {
    const rows: Row[] = [];
    let pageToken: string | undefined;
    do {
      const page = await read(pageToken);
      rows.push(...rowsOf(page));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return rows;
  }

  interface Who {
    addresses?: string;
    nodeIds?: string;
  }

  interface Filter {
    startTimestamp?: number;
    endTimestamp?: number;
    rewardTypes?: RewardStatementLine["rewardType"][];
  }

  const walkPaid = (who: Who) =>
    walk<{ nextPageToken?: string | undefined; historicalRewards: HistoricalReward[] }, HistoricalReward>(
      (pageToken) =>
        client().get(listHistoricalPrimaryNetworkRewards, {
          params: { network },
          query: { ...who, pageToken, pageSize: 100 },
        }),
      (page) => page.historicalRewards,
    );

  const walkStatement = (who: Who & Filter & { sortOrder?: "asc" | "desc" }, pageSize = 1_000) =>
    walk<{ nextPageToken?: string | undefined; rewards: RewardStatementLine[] }, RewardStatementLine>(
      (pageToken) =>
        client().get(listRewardStatement, { params: {}, query: { ...who, pageToken, pageSize } }),
      (page) => page.rewards,
    );

  const summaryOf = (who: Who & Filter) => client().get(getRewardSummary, { params: {}, query: who });

  const everybody = () => [
    { nodeIds: nodeIds.slice(0, 64).join(",") },
    ...nodeIds.slice(0, 6).map((nodeId) => ({ nodeIds: nodeId })),
    ...addresses.slice(0, 12).map((address) => ({ addresses: address })),
  ];

  const total = (amounts: readonly string[]) =>
    String(amounts.reduce((sum, amount) => sum + BigInt(amount), 0n));

  test("each statement has the rewards of the list, with their sum so far, in either order and on pages of any size", async () => {
    let compared = 0;
    for (const who of everybody()) {
      const paid = await walkPaid(who);
      const lines = await walkStatement(who);
      expect(lines.map(({ rewardTimestamp: _time, runningTotal: _total, ...line }) => line)).toEqual(paid);
      expect(await walkStatement(who, 1)).toEqual(lines);
      expect((await walkStatement({ ...who, sortOrder: "asc" }, 3)).toReversed()).toEqual(lines);
      const sums = new Map<string, bigint>();
      for (const { reward, runningTotal } of lines.toReversed()) {
        const sum = (sums.get(String(reward.assetId)) ?? 0n) + BigInt(String(reward.amount));
        sums.set(String(reward.assetId), sum);
        expect(runningTotal).toBe(String(sum));
      }
      compared += lines.length;
    }
    expect(compared).toBeGreaterThan(5);
  });

  test("a statement of some kinds has those alone, and expects those alone", async () => {
    for (const who of everybody())
      for (const rewardTypes of [["VALIDATOR", "VALIDATOR_FEE"], ["DELEGATOR"]] as const) {
        const types = [...rewardTypes];
        const all = await walkStatement(who);
        const isOne = ({ rewardType }: { rewardType: string }) => types.some((type) => type === rewardType);
        const part = await walkStatement({ ...who, rewardTypes: types }, 5);
        expect(part.map(({ utxoId }) => utxoId)).toEqual(all.filter(isOne).map(({ utxoId }) => utxoId));
        const whole = (await summaryOf(who)).assets[0];
        const some = (await summaryOf({ ...who, rewardTypes: types })).assets[0];
        const zero = { validator: "0", delegator: "0", validatorFee: "0" };
        const { validator, delegator, validatorFee } = whole ?? zero;
        expect(some ?? zero).toMatchObject(
          types.length === 1 ? { ...zero, delegator } : { delegator: "0", validator, validatorFee },
        );
      }
  });

  test("a reward's time is that of the block that paid it", async () => {
    const lines = await walkStatement({ nodeIds: nodeIds.slice(0, 64).join(",") });
    for (const { rewardTxHash: txHash, rewardTimestamp } of lines) {
      const tx = await client().get(getTxByHash, {
        params: { network, blockchainId: "p-chain", txHash },
        query: {},
      });
      expect("blockTimestamp" in tx && tx.blockTimestamp, txHash).toBe(rewardTimestamp);
    }
  });

  test("a stretch of time has its rewards alone, and its own sum", async () => {
    const who = { nodeIds: nodeIds.slice(0, 64).join(",") };
    const all = await walkStatement({ ...who, sortOrder: "asc" });
    const times = [...new Set(all.map(({ rewardTimestamp }) => rewardTimestamp ?? 0))];
    for (const from of times.slice(0, 8))
      for (const before of [from + 1, from + 30 * DAY]) {
        const span = { startTimestamp: from, endTimestamp: before };
        const part = await walkStatement({ ...who, ...span, sortOrder: "asc" }, 7);
        const expected = all.filter(
          ({ rewardTimestamp = 0 }) => rewardTimestamp >= from && rewardTimestamp < before,
        );
        expect(part.map(({ utxoId }) => utxoId)).toEqual(expected.map(({ utxoId }) => utxoId));
        const { assets } = await summaryOf({ ...who, ...span });
        for (const { asset, amount, count } of assets) {
          const own = part.filter(({ reward }) => reward.assetId === asset.assetId);
          expect(count).toBe(own.length);
          expect(amount).toBe(total(own.map(({ reward }) => String(reward.amount))));
          if (own.length > 0) expect(own.at(-1)?.runningTotal).toBe(amount);
        }
      }
  });

  test("the summary is the sum of the list: in all, by kind and by year; what is expected, of what is pending", async () => {
    let expecting = 0;
    for (const who of everybody()) {
      const lines = await walkStatement(who);
      const pending = await walk<
        { nextPageToken?: string | undefined; pendingRewards: PendingReward[] },
        PendingReward
      >(
        (pageToken) =>
          client().get(listPendingPrimaryNetworkRewards, {
            params: { network },
            query: { ...who, pageToken, pageSize: 7 },
          }),
        (page) => page.pendingRewards,
      );
      const { assets } = await summaryOf(who);
      const assetIds = [
        ...lines.map(({ reward }) => reward.assetId),
        ...pending.map(({ estimatedReward }) => estimatedReward.assetId),
      ];
      expect(assets.map(({ asset }) => asset.assetId).sort()).toEqual([...new Set(assetIds)].sort());
      for (const { asset, expected, years, ...sum } of assets) {
        const own = lines.filter(({ reward }) => reward.assetId === asset.assetId);
        const amountOf = (rows: RewardStatementLine[]) =>
          total(rows.map(({ reward }) => String(reward.amount)));
        const check = (
          part: Pick<typeof sum, "count" | "amount" | "validator">,
          rows: RewardStatementLine[],
        ) =>
          expect(part).toMatchObject({
            count: rows.length,
            amount: amountOf(rows),
            validator: amountOf(rows.filter(({ rewardType }) => rewardType === "VALIDATOR")),
            delegator: amountOf(rows.filter(({ rewardType }) => rewardType === "DELEGATOR")),
            validatorFee: amountOf(rows.filter(({ rewardType }) => rewardType === "VALIDATOR_FEE")),
          });
        check(sum, own);
        const yearOf = ({ rewardTimestamp = 0 }) => new Date(rewardTimestamp * 1000).getUTCFullYear();
        expect(years.map(({ year }) => year)).toEqual([...new Set(own.map(yearOf))].sort((a, b) => b - a));
        for (const { year, ...part } of years)
          check(
            part,
            own.filter((line) => yearOf(line) === year),
          );
        const future = pending.filter(({ estimatedReward }) => estimatedReward.assetId === asset.assetId);
        expect(expected.count).toBe(future.length);
        expect(expected.amount).toBe(
          total(future.map(({ estimatedReward }) => String(estimatedReward.amount))),
        );
        const ends = future.flatMap(({ endTimestamp }) => endTimestamp ?? []);
        expect(expected.nextTimestamp).toBe(ends.length === 0 ? undefined : Math.min(...ends));
        expecting += future.length;
      }
    }
    expect(expecting).toBeGreaterThan(0);
  });

  test("values are at the price of the day, exact, and absent on days without one", async () => {
    const who = { nodeIds: nodeIds.slice(0, 64).join(",") };
    const lines = await walk<
      { nextPageToken?: string | undefined; rewards: RewardStatementLine[] },
      RewardStatementLine
    >(
      (pageToken) =>
        client().get(listRewardStatement, { params: {}, query: { ...who, currency: "eur", pageToken } }),
      (page) => page.rewards,
    );
    expect(lines.some(({ value }) => value !== undefined)).toBe(true);
    for (const { reward, rewardTimestamp = 0, price, value } of lines) {
      const eur = reward.symbol === "AVAX" ? priceOn(rewardTimestamp) : undefined;
      expect(price).toEqual(eur === undefined ? undefined : { currencyCode: "eur", value: eur });
      if (eur === undefined) expect(value).toBeUndefined();
      else
        expect(scaled(String(value?.value))).toBe((BigInt(String(reward.amount)) * scaled(eur)) / 10n ** 9n);
    }
    const { assets } = await client().get(getRewardSummary, {
      params: {},
      query: { ...who, currency: "eur" },
    });
    for (const { asset, years } of assets)
      for (const { year, value } of years) {
        const own = lines.filter(
          ({ reward, rewardTimestamp = 0 }) =>
            reward.assetId === asset.assetId && new Date(rewardTimestamp * 1000).getUTCFullYear() === year,
        );
        const values = own.flatMap((line) => line.value?.value ?? []);
        if (values.length < own.length) expect(value).toBeUndefined();
        else
          expect(scaled(String(value?.value))).toBe(
            values.reduce<bigint>((sum, text) => sum + scaled(String(text)), 0n),
          );
      }
  });

  test("delegators: what the list of delegations says of each, added up", async () => {
    let compared = 0;
    for (const nodeId of nodeIds) {
      const delegations = await walk<
        { nextPageToken?: string | undefined; delegators: DelegatorDetails[] },
        DelegatorDetails
      >(
        (pageToken) =>
          client().get(listDelegators, {
            params: { network },
            query: { nodeIds: nodeId, pageToken, pageSize: 100 },
          }),
        (page) => page.delegators,
      );
      const sums = await walk<
        { nextPageToken?: string | undefined; delegators: DelegatorSum[] },
        DelegatorSum
      >(
        (pageToken) =>
          client().get(listDelegatorSums, { params: { nodeId }, query: { pageToken, pageSize: 2 } }),
        (page) => page.delegators,
      );
      const owners = new Set(delegations.map(({ rewardAddresses }) => rewardAddresses.join()));
      expect(sums.map((sum) => sum.addresses.join()).sort()).toEqual([...owners].sort());
      for (const sum of sums) {
        const own = delegations.filter(
          ({ rewardAddresses }) => rewardAddresses.join() === sum.addresses.join(),
        );
        const over = own.filter((one) => one.delegationStatus === "completed");
        const running = own.filter((one) => one.delegationStatus !== "completed");
        const active = own.filter((one) => one.delegationStatus === "active");
        const net = total(over.map(({ netReward }) => netReward));
        const expected = total(running.map(({ estimatedNetReward }) => String(estimatedNetReward)));
        expect(sum).toEqual({
          rank: sums.indexOf(sum) + 1,
          addresses: sum.addresses,
          delegationCount: own.length,
          activeCount: active.length,
          amountDelegated: total(active.map(({ amountDelegated }) => amountDelegated)),
          earned: net,
          fee: String(BigInt(total(over.map(({ grossReward }) => String(grossReward)))) - BigInt(net)),
          expected,
          expectedFee: String(
            BigInt(total(running.map(({ estimatedGrossReward }) => String(estimatedGrossReward)))) -
              BigInt(expected),
          ),
        });
        compared += own.length;
      }
      expect(sums.map(({ earned }) => BigInt(earned))).toEqual(
        sums.map(({ earned }) => BigInt(earned)).sort((a, b) => (a > b ? -1 : a < b ? 1 : 0)),
      );
    }
    expect(compared).toBeGreaterThan(1);
  });

  test("a statement of nobody is refused, and a place that is not in it too", async () => {
    const ask = async (query: string) => (await fetch(`${indexed.url}/firn/v1/rewards${query}`)).status;
    expect(await ask("")).toBe(400);
    expect(await ask("/summary")).toBe(400);
    expect(await ask(`?nodeIds=${nodeIds[0]}&before=${"1".repeat(49)}:0`)).toBe(400);
  });
});

/** A decimal text as an integer of units of 10^-30. */
function scaled(text: string): bigint {
  const [whole = "", fraction = ""] = text.split(".");
  return BigInt(whole + fraction.padEnd(30, "0"));
}
