import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDataClient } from "../../client/data";
import { listL1Validators } from "../../contract/data/l1-validators";
import { listLatestPrimaryNetworkBlocks } from "../../contract/data/primary-network-blocks";
import { listL1Fees } from "../../contract/firn/l1-fees";
import { listChangesOfValidation } from "../../contract/firn/l1-lists";
import * as metrics from "../../contract/metrics/l1-metrics";
import { type IndexedRecording, indexRecording } from "../../testbed/recording";

const DAY = 86_400;
const network = "fuji";

describe.each(["custom-network", "local-network"])("the recording %s", (name) => {
  let indexed: IndexedRecording;
  let validators: Validation[];
  beforeAll(async () => {
    indexed = await indexRecording(name);
    validators = await readValidations();
  });
  afterAll(() => indexed.close());
  const client = () => openDataClient({ baseUrl: indexed.url });

  interface Validation {
    validationId: string;
    nodeId: string;
    subnetId: string;
    fees: { timestamp: number; value: number }[];
  }

  /** Each with the fees that the blocks took from its balance: the newest day first. */
  async function readValidations(): Promise<Validation[]> {
    const query = { pageSize: 100, includeInactiveL1Validators: "true" as const };
    const { validators: all } = await client().get(listL1Validators, { params: { network }, query });
    const blocks = await readBlocks();
    return Promise.all(
      all.map(async ({ validationId, nodeId, subnetId }) => {
        const { changes } = await client().get(listChangesOfValidation, {
          params: { validationId },
          query: { pageSize: 100 },
        });
        const fees = takeFees(blocks, changes.reverse());
        return { validationId, nodeId, subnetId, fees };
      }),
    );
  }

  async function readBlocks() {
    const params = { network, blockchainId: "p-chain" } as const;
    const found: { height: number; time: number; accrued: number }[] = [];
    let pageToken: string | undefined;
    do {
      const query = { pageSize: 100, pageToken };
      const page = await client().get(listLatestPrimaryNetworkBlocks, { params, query });
      for (const { blockNumber, blockTimestamp, l1ValidatorsAccruedFees } of page.blocks)
        found.push({
          height: Number(blockNumber),
          time: Number(blockTimestamp),
          accrued: Number(l1ValidatorsAccruedFees ?? 0),
        });
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return found.reverse();
  }

  const readSeries = async (path: string, query = "") => {
    const response = await fetch(`${indexed.url}/v2/${path}${query}`);
    expect(response.status, path).toBe(200);
    return ((await response.json()) as { results: { timestamp: number; value: number }[] }).results;
  };

  test("what each validation pays is what its node's blocks take from its balance", async () => {
    expect(validators.length).toBeGreaterThan(2);
    for (const { validationId, fees } of validators) {
      const path = `validation/${validationId}/metrics`;
      const daily = await readSeries(`${path}/validationFeesDaily`);
      expect(daily.filter(({ value }) => value > 0)).toEqual(fees);
      expect(await readSeries(`${path}/validationCumulativeFeesDaily`)).toEqual(addUp(daily));
    }
    expect(validators.filter(({ fees }) => fees.length > 0).length).toBeGreaterThan(1);
  });

  test("nodes, L1s and all together pay the sum of their validations", async () => {
    const series = [
      { of: () => true, path: "validators/metrics", names: metrics.TOTAL_L1_METRIC_NAMES },
      ...[...new Set(validators.map(({ subnetId }) => subnetId))].map((subnetId) => ({
        of: (one: Validation) => one.subnetId === subnetId,
        path: `subnet/${subnetId}/metrics`,
        names: metrics.SUBNET_METRIC_NAMES,
      })),
      ...[...new Set(validators.map(({ nodeId }) => nodeId))].map((nodeId) => ({
        of: (one: Validation) => one.nodeId === nodeId,
        path: `validator/${nodeId}/metrics`,
        names: metrics.NODE_METRIC_NAMES,
      })),
    ];
    for (const { of, path, names } of series) {
      const own = validators.filter(of);
      for (const metric of names) {
        const results = await readSeries(`${path}/${metric}`);
        expect(results.length).toBeGreaterThan(0);
        const daily = results.map(({ timestamp }) => {
          const paid = own.flatMap(({ fees }) => fees.filter((fee) => fee.timestamp === timestamp));
          const value = metric.includes("Paying")
            ? paid.length
            : paid.reduce((sum, { value }) => sum + value, 0);
          return { timestamp, value };
        });
        expect(results, metric).toEqual(metric.includes("Cumulative") ? addUp(daily) : daily);
      }
    }
  });

  test("Firn's own list of an L1 has the same days, in pages of any size", async () => {
    for (const subnetId of new Set(validators.map(({ subnetId }) => subnetId))) {
      const path = `subnet/${subnetId}/metrics`;
      const [fees, total, paying] = await Promise.all([
        readSeries(`${path}/perSubnetDailyFeesPaid`),
        readSeries(`${path}/perSubnetCumulativeFeesPaid`),
        readSeries(`${path}/perSubnetPayingValidators`),
      ]);
      const days = fees.map(({ timestamp, value }, index) => ({
        timestamp,
        feesNavax: String(value),
        cumulativeNavax: String(total[index]?.value),
        payingValidators: paying[index]?.value,
      }));
      for (const pageSize of [1, 100]) {
        const found: unknown[] = [];
        let pageToken: string | undefined;
        do {
          const query = { pageSize, pageToken };
          const page = await client().get(listL1Fees, { params: { subnetId }, query });
          found.push(...page.points);
          pageToken = page.nextPageToken;
        } while (pageToken !== undefined);
        expect(found).toEqual(days);
      }
      const before = days[0]?.timestamp;
      const older = await client().get(listL1Fees, { params: { subnetId }, query: { before } });
      expect(older.points).toEqual(days.slice(1));
    }
  });

  test("a series has the days of a range", async () => {
    const path = "validators/metrics/totalCumulativeFeesDaily";
    const whole = await readSeries(path);
    const newest = whole[0]?.timestamp ?? 0;
    expect(await readSeries(path, `?startTimestamp=${newest}`)).toEqual(whole.slice(0, 1));
    expect(await readSeries(path, `?endTimestamp=${newest}`)).toEqual(whole.slice(1));
    expect(await readSeries(path, `?startTimestamp=${newest + 1}`)).toEqual([]);
  });

  test.each([
    [`subnet/11111111111111111111111111111111LpoYY/metrics/perSubnetDailyFeesPaid`, 404],
    [`validation/2YYCZGHjqnbw1MzQ5fGrTp3SjqUu8y1J1xeW4yuhdXe4LoUVVG/metrics/validationFeesDaily`, 404],
    [`validation/nothing/metrics/validationFeesDaily`, 400],
    [`validators/metrics/validationFeesDaily`, 400],
    [`validators/metrics/totalValidatorFeesDaily?startTimestamp=2&endTimestamp=1`, 400],
  ])("%s is %i", async (path, status) => {
    expect((await fetch(`${indexed.url}/v2/${path}`)).status).toBe(status);
  });
});

/** Takes a block's fee from a balance before its transactions change it, newest day first. */
function takeFees(
  blocks: readonly { height: number; time: number; accrued: number }[],
  changes: readonly { height: number; balanceNavax?: string | undefined }[],
) {
  const byDay = new Map<number, number>();
  let balance = 0;
  let before = 0;
  for (const { height, time, accrued } of blocks) {
    const taken = Math.min(balance, accrued - before);
    const day = time - (time % DAY);
    if (taken > 0) byDay.set(day, (byDay.get(day) ?? 0) + taken);
    balance -= taken;
    before = accrued;
    for (const change of changes) if (change.height === height) balance = Number(change.balanceNavax);
  }
  return [...byDay].map(([timestamp, value]) => ({ timestamp, value })).reverse();
}

function addUp(newestFirst: readonly { timestamp: number; value: number }[]) {
  let sum = 0;
  return [...newestFirst]
    .reverse()
    .map(({ timestamp, value }) => {
      sum += value;
      return { timestamp, value: sum };
    })
    .reverse();
}
