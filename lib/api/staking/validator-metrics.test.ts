import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatNodeId } from "../../avalanche/ids";
import { openDataClient } from "../../client/data";
import { listHistoricalPrimaryNetworkRewards } from "../../contract/data/primary-network-rewards";
import {
  listStakeMetrics,
  listValidatorMetrics,
  type StakeMetricsPoint,
  type ValidatorMetricsPoint,
} from "../../contract/firn/validator-metrics";
import { CHAIN } from "../../store/rows/columns";
import type { Store } from "../../store/stores";
import type { PrimaryTables } from "../../store/tables";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";
import { changesOf, daysOf } from "./validator-metrics";

/** The history of stakes, compared with what the node says at every height. */

const DAY = 86_400;

describe.each(["custom-network", "local-network"])("the recording %s", (name) => {
  let indexed: IndexedRecording;
  let store: Store<PrimaryTables>;
  beforeAll(async () => {
    indexed = await indexRecording(name);
    store = await indexed.stores.open("primary", { mode: "read" });
  });
  afterAll(async () => {
    await store.close();
    await indexed.close();
  });

  const client = () => openDataClient({ baseUrl: indexed.url });

  async function ask<T>(method: string, params: object): Promise<T> {
    const response = await fetch(`${indexed.nodeUrl}/ext/bc/P`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    return ((await response.json()) as { result: T }).result;
  }

  /** All points of a node, oldest first, in pages of a size. */
  async function readAll(nodeId: string, timeInterval: "day" | "change", pageSize = 2_000) {
    const points: ValidatorMetricsPoint[] = [];
    let pageToken: string | undefined;
    do {
      const query = { timeInterval, pageSize, ...(pageToken && { pageToken }) };
      const page = await client().get(listValidatorMetrics, { params: { nodeId }, query });
      expect(page.points.length).toBeLessThanOrEqual(pageSize);
      points.push(...page.points);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return points.reverse();
  }

  /** Blocks after which the P-Chain's time is another one. */
  const listMoments = async () => {
    const blocks = await store.db
      .selectFrom("block")
      .select(["height", "time"])
      .where("chain", "=", CHAIN.p)
      .orderBy("height")
      .execute();
    return blocks.filter(({ time }, index) => blocks[index + 1]?.time !== time);
  };

  const valueAt = (points: readonly ValidatorMetricsPoint[], time: number) =>
    points.findLast(({ timestamp }) => timestamp <= time);

  test("the stake and the delegations of every node have their weight at every height", async () => {
    const moments = await listMoments();
    expect(moments.length).toBeGreaterThan(10);
    const histories = new Map<string, ValidatorMetricsPoint[]>();
    let compared = 0;
    for (const { height, time } of moments) {
      const sets = await ask<{ validators: Record<string, string | { weight: string }> }>(
        "platform.getValidatorsAt",
        { height },
      );
      const weights = Object.entries(sets.validators ?? sets).map(
        ([nodeId, entry]) => [nodeId, typeof entry === "string" ? entry : entry.weight] as const,
      );
      for (const [nodeId] of weights)
        if (!histories.has(nodeId)) histories.set(nodeId, await readAll(nodeId, "change"));
      const own = [...histories].flatMap(([nodeId, points]) => {
        const now = valueAt(points, time);
        const weight = BigInt(now?.weight ?? 0) + BigInt(now?.delegatedWeight ?? 0);
        return weight === 0n ? [] : [[nodeId, String(weight)]];
      });
      expect(own.toSorted(), `height ${height}`).toEqual(weights.toSorted());
      compared += weights.length;
    }
    expect(compared).toBeGreaterThan(50);
    expect([...histories.values()].some((points) => points.length > 1)).toBe(true);
  });

  test("the newest point has the node's own figures of stake, delegations and delegators", async () => {
    const { validators } = await ask<{ validators: Record<string, string>[] }>(
      "platform.getCurrentValidators",
      {},
    );
    for (const { nodeID = "" } of validators) {
      const { validators: found } = await ask<{ validators: Record<string, string>[] }>(
        "platform.getCurrentValidators",
        { nodeIDs: [nodeID] },
      );
      const [node] = found;
      const last = (await readAll(nodeID, "change")).at(-1);
      expect([last?.weight, last?.delegatedWeight, String(last?.delegatorCount)]).toEqual([
        node?.weight,
        node?.delegatorWeight ?? "0",
        node?.delegatorCount ?? "0",
      ]);
      expect((await readAll(nodeID, "day")).at(-1)).toMatchObject({
        weight: last?.weight,
        delegatedWeight: last?.delegatedWeight,
        delegatorCount: last?.delegatorCount,
      });
    }
  });

  test("the network's days have the sums of its nodes, and the newest one what the node says", async () => {
    const points: StakeMetricsPoint[] = [];
    let pageToken: string | undefined;
    do {
      const query = { pageSize: 3, ...(pageToken && { pageToken }) };
      const page = await client().get(listStakeMetrics, { params: {}, query });
      points.push(...page.points);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    points.reverse();
    const nodes = await store.db.selectFrom("stake").select("node_id").distinct().execute();
    const days = await Promise.all(nodes.map(({ node_id }) => readAll(formatNodeId(node_id), "day")));
    const all = points.map(({ timestamp, weight, delegatedWeight, delegatorCount }) => {
      const at = days.flatMap((own) => own.find((day) => day.timestamp === timestamp) ?? []);
      const sum = (of: "weight" | "delegatedWeight") =>
        String(at.reduce((total, day) => total + BigInt(day[of]), 0n));
      expect([weight, delegatedWeight]).toEqual([sum("weight"), sum("delegatedWeight")]);
      return at.reduce((total, day) => total + day.delegatorCount, 0) - delegatorCount;
    });
    expect(all.length).toBeGreaterThan(0);
    expect(all.every((difference) => difference === 0)).toBe(true);
    const { validators } = await ask<{ validators: object[] }>("platform.getCurrentValidators", {});
    expect(points.at(-1)?.validatorCount).toBe(validators.length);
    const { points: older } = await client().get(listStakeMetrics, {
      params: {},
      query: { before: points[0]?.timestamp ?? 0 },
    });
    expect(older).toEqual([]);
  });

  test("rewards are those that were paid, each once", async () => {
    const nodes = await store.db.selectFrom("stake").select("node_id").distinct().execute();
    const sums = { validatorReward: 0n, validatorFeeReward: 0n, delegatorReward: 0n };
    const kinds = {
      VALIDATOR: "validatorReward",
      VALIDATOR_FEE: "validatorFeeReward",
      DELEGATOR: "delegatorReward",
    } as const;
    const paid = { ...sums };
    for (const { node_id } of nodes) {
      const nodeId = formatNodeId(node_id);
      for (const point of await readAll(nodeId, "day"))
        for (const field of Object.values(kinds)) sums[field] += BigInt(point[field]);
      const { historicalRewards } = await client().get(listHistoricalPrimaryNetworkRewards, {
        params: { network: "fuji" },
        query: { nodeIds: nodeId, pageSize: 100 },
      });
      for (const { rewardType, reward } of historicalRewards)
        paid[kinds[rewardType]] += BigInt(reward.amount);
    }
    expect(sums).toEqual(paid);
    expect(Object.values(sums).some((amount) => amount > 0n)).toBe(true);
  });

  test("pages of any size have the same points, and a page can begin at a time", async () => {
    const { validators } = await ask<{ validators: { nodeID: string }[] }>(
      "platform.getCurrentValidators",
      {},
    );
    const [nodeId = ""] = validators.map(({ nodeID }) => nodeID);
    for (const timeInterval of ["day", "change"] as const) {
      const all = await readAll(nodeId, timeInterval);
      expect(await readAll(nodeId, timeInterval, 1)).toEqual(all);
      const middle = all[Math.floor(all.length / 2)]?.timestamp ?? 0;
      const { points } = await client().get(listValidatorMetrics, {
        params: { nodeId },
        query: { timeInterval, before: middle, pageSize: 2_000 },
      });
      expect(points.toReversed()).toEqual(all.filter(({ timestamp }) => timestamp < middle));
    }
  });
});

const VALIDATOR = 0;
const DELEGATOR = 1;

test("a day has what is staked at its end and what was paid during it; days without a change go on", () => {
  const runs = [
    { role: VALIDATOR, weight: 10n, from: 2 * DAY + 5, until: 6 * DAY + 1 },
    { role: DELEGATOR, weight: 3n, from: 2 * DAY + 9, until: 3 * DAY },
    { role: DELEGATOR, weight: 4n, from: 3 * DAY, until: 6 * DAY },
  ];
  const rewards = [
    { kind: 0, amount: 7n, time: 6 * DAY + 1 },
    { kind: 1, amount: 2n, time: 6 * DAY },
  ];
  const changes = changesOf(runs, rewards);
  expect(changes.map(({ timestamp }) => timestamp)).toEqual([
    2 * DAY + 5,
    2 * DAY + 9,
    3 * DAY,
    6 * DAY,
    6 * DAY + 1,
  ]);
  const days = daysOf(changes, 100 * DAY).map((day) => [
    day.timestamp / DAY,
    day.weight,
    day.delegatedWeight,
    day.delegatorCount,
    day.rewards.validator + day.rewards.delegator,
  ]);
  expect(days).toEqual([
    [2, 10n, 3n, 1, 0n],
    [3, 10n, 4n, 1, 0n],
    [4, 10n, 4n, 1, 0n],
    [5, 10n, 4n, 1, 0n],
    [6, 0n, 0n, 0, 9n],
  ]);
  const [running] = runs;
  if (running === undefined) throw new Error("there is no stake");
  expect(daysOf(changesOf([{ ...running, until: undefined }], []), 9 * DAY + 1)).toHaveLength(8);
});
