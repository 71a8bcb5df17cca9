import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatId, PRIMARY_NETWORK_ID, parseAddress } from "../../avalanche/ids";
import { openDataClient } from "../../client/data";
import { listStakeMetrics } from "../../contract/firn/validator-metrics";
import {
  getStakingMetrics,
  getValidatorsByDateRange,
  STAKING_METRIC_NAMES,
} from "../../contract/metrics/staking-metrics";
import type { RouteBody } from "../../contract/route";
import { parseLossless } from "../../contract/rpc";
import { STAKE_ROLE } from "../../store/rows/columns";
import type { Store } from "../../store/stores";
import type { PrimaryTables } from "../../store/tables";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

const PRIMARY = formatId(PRIMARY_NETWORK_ID);
const network = "fuji";

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

  type Metric = (typeof STAKING_METRIC_NAMES)[number];

  async function readSeries(
    metric: Metric,
    query: { subnetId?: string; pageSize: number; endTimestamp?: number },
  ) {
    const results: { timestamp: number; value: number | bigint }[] = [];
    let pageToken: string | undefined;
    do {
      const given = Object.entries({ ...query, ...(pageToken && { pageToken }) });
      const asked = new URLSearchParams(given.map(([key, value]) => [key, String(value)]));
      const response = await fetch(`${indexed.url}/v2/networks/${network}/metrics/${metric}?${asked}`);
      // Weights are exact, and larger than JSON.parse can read.
      const page = parseLossless(await response.text()) as RouteBody<typeof getStakingMetrics>;
      expect(page.results.length).toBeLessThanOrEqual(query.pageSize);
      results.push(...page.results);
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return results;
  }

  async function listCurrent(subnetID: string) {
    const response = await fetch(`${indexed.nodeUrl}/ext/bc/P`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "platform.getCurrentValidators",
        params: { subnetID },
      }),
    });
    const { result } = (await response.json()) as { result: { validators: Record<string, string>[] } };
    return result.validators;
  }

  test("every metric of the Primary Network has the days of Firn's own series, in pages of any size", async () => {
    const { points } = await client().get(listStakeMetrics, { params: {}, query: { pageSize: 2_160 } });
    expect(points.length).toBeGreaterThan(1);
    const own = {
      delegatorCount: points.map(({ delegatorCount }) => delegatorCount),
      delegatorWeight: points.map(({ delegatedWeight }) => delegatedWeight),
      validatorCount: points.map(({ validatorCount }) => validatorCount),
      validatorWeight: points.map(({ weight }) => weight),
    };
    for (const metric of STAKING_METRIC_NAMES)
      for (const pageSize of [1, 2_160]) {
        const series = await readSeries(metric, { pageSize });
        expect(series.map(({ timestamp }) => timestamp)).toEqual(points.map(({ timestamp }) => timestamp));
        expect(series.map(({ value }) => String(value))).toEqual(own[metric].map(String));
      }
  });

  test("the newest day of every subnet has the node's own validators and weights", async () => {
    const rows = await store.db.selectFrom("subnet").select(["subnet_id", "converted_position"]).execute();
    const subnets = rows
      .filter(({ converted_position }) => converted_position === null)
      .map(({ subnet_id }) => formatId(subnet_id));
    expect(subnets.length).toBeGreaterThan(0);
    for (const subnetId of [PRIMARY, ...subnets]) {
      const current = await listCurrent(subnetId);
      const [count] = await readSeries("validatorCount", { subnetId, pageSize: 1_000 });
      const [weight] = await readSeries("validatorWeight", { subnetId, pageSize: 1_000 });
      expect(count?.value ?? 0, subnetId).toBe(current.length);
      const sum = current.reduce((total, one) => total + BigInt(one.weight ?? one.stakeAmount ?? 0), 0n);
      expect(String(weight?.value ?? 0), subnetId).toBe(String(sum));
    }
  });

  test("days at or after the start and before the end, and no others", async () => {
    const all = await readSeries("validatorCount", { pageSize: 2_160 });
    const [newest, second] = all;
    if (newest === undefined || second === undefined) throw new Error("the recording has one day");
    const { results } = await client().get(getStakingMetrics, {
      params: { network, metric: "validatorCount" },
      query: { startTimestamp: second.timestamp, endTimestamp: newest.timestamp },
    });
    expect(results).toEqual([second]);
    expect(await readSeries("validatorCount", { pageSize: 1, endTimestamp: second.timestamp })).toEqual(
      all.slice(2),
    );
  });

  test("an L1 is refused, and so is a subnet that nobody created", async () => {
    const l1 = await store.db
      .selectFrom("subnet")
      .select("subnet_id")
      .where("converted_position", "is not", null)
      .executeTakeFirst();
    const asked = [
      [formatId(new Uint8Array(32).fill(7)), 404, "is indexed"],
      ...(l1 === undefined ? [] : [[formatId(l1.subnet_id), 400, "is an L1"] as const]),
    ] as const;
    for (const [subnetId, status, message] of asked)
      for (const path of [
        `/v2/networks/${network}/metrics/validatorCount?subnetId=${subnetId}`,
        `/v2/subnets/${subnetId}/validators:getAddresses`,
      ]) {
        const response = await fetch(indexed.url + path);
        expect({ status: response.status, body: await response.json() }).toMatchObject({
          status,
          body: { message: [expect.stringContaining(message)] },
        });
      }
  });

  test("every validator's reward addresses are listed once, oldest first, those of the time frame alone", async () => {
    const read = async (query: { pageSize: number; startTimestamp?: number; endTimestamp?: number }) => {
      const items: { addresses: string[]; sortKey?: string | undefined }[] = [];
      let pageToken: string | undefined;
      do {
        const page = await client().get(getValidatorsByDateRange, {
          params: { subnetId: PRIMARY },
          query: { ...query, ...(pageToken && { pageToken }) },
        });
        items.push(...page.addresses);
        pageToken = page.nextPageToken;
      } while (pageToken !== undefined);
      return items;
    };
    const stakes = await store.db
      .selectFrom("stake")
      .select(["position", "start_time", "end_time", "ended_position"])
      .where("role", "=", STAKE_ROLE.validator)
      .where("subnet_id", "=", PRIMARY_NETWORK_ID)
      .orderBy("position")
      .execute();
    const real = stakes.filter(({ position, ended_position }) => position !== ended_position);
    const all = await read({ pageSize: 5_000 });
    expect(all.length).toBe(real.length);
    expect(await read({ pageSize: 2 })).toEqual(all);
    const times = all.map(({ sortKey }) => Number(sortKey));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { addresses } of all) for (const address of addresses) parseAddress(address);

    // The node names the owners of those that run.
    const current = (await listCurrent(PRIMARY)) as unknown as {
      validationRewardOwner?: { addresses: string[] };
      rewardOwner?: { addresses: string[] };
    }[];
    const listed = new Set(all.flatMap(({ addresses }) => addresses));
    for (const { validationRewardOwner, rewardOwner } of current)
      for (const address of (validationRewardOwner ?? rewardOwner)?.addresses ?? [])
        expect(listed).toContain(address.replace(/^P-/, ""));

    const middle = real[Math.floor(real.length / 2)]?.start_time ?? 0;
    const before = await read({ pageSize: 5_000, endTimestamp: middle });
    expect(before.length).toBe(real.filter(({ start_time }) => start_time < middle).length);
    const running = await read({ pageSize: 5_000, startTimestamp: middle });
    expect(running.length).toBe(
      real.filter(({ end_time }) => end_time === null || end_time >= middle).length,
    );
  });
});
