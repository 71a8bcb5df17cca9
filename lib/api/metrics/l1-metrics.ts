import { parseId, parseNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/metrics/l1-metrics";
import { MOST_L1_DAYS } from "../../contract/metrics/l1-metrics";
import type { L1FeePayers } from "../../store/queries/l1-fees";
import type { Handler, RequestContext } from "../handler";
import { readHead } from "../page/snapshot-page";
import { type L1FeeDay, readFeeDays } from "../staking/l1-fees";
import { requireL1, requireValidation } from "../staking/l1s";

/** What a metric is of a day. */
const VALUES = {
  totalCumulativeFeesDaily: ({ cumulative }) => cumulative,
  totalValidatorFeesDaily: ({ fees }) => fees,
  totalPayingValidatorsDaily: ({ payers }) => payers,
  validationCumulativeFeesDaily: ({ cumulative }) => cumulative,
  validationFeesDaily: ({ fees }) => fees,
  perNodeCumulativeFeesPaid: ({ cumulative }) => cumulative,
  perNodeDailyFeesPaid: ({ fees }) => fees,
  perSubnetDailyFeesPaid: ({ fees }) => fees,
  perSubnetCumulativeFeesPaid: ({ cumulative }) => cumulative,
  perSubnetPayingValidators: ({ payers }) => payers,
} satisfies Record<string, (day: L1FeeDay) => number | bigint>;

export const getTotalL1ValidatorMetrics: Handler<typeof contract.getTotalL1ValidatorMetrics> = ({
  params,
  query,
  read,
}) => read((context) => readSeries(context, {}, { ...query, ...params }));

export const getMetricsByValidationId: Handler<typeof contract.getMetricsByValidationId> = ({
  params: { l1ValidationId, metric },
  query,
  read,
}) =>
  read(async (context) => {
    const validationId = parseId(l1ValidationId);
    await requireValidation(context, { at: await readHead(context), validationId });
    return readSeries(context, { validationId }, { ...query, metric });
  });

export const getMetricsByNodeId: Handler<typeof contract.getMetricsByNodeId> = ({
  params: { nodeId, metric },
  query,
  read,
}) => read((context) => readSeries(context, { nodeId: parseNodeId(nodeId) }, { ...query, metric }));

export const getMetricsBySubnetId: Handler<typeof contract.getMetricsBySubnetId> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const subnetId = parseId(params.subnetId);
    await requireL1(context, subnetId);
    return readSeries(context, { subnetId }, { ...query, metric: params.metric });
  });

interface SeriesQuery {
  metric: keyof typeof VALUES;
  startTimestamp?: number | undefined;
  endTimestamp?: number | undefined;
}

async function readSeries(
  context: RequestContext,
  payers: L1FeePayers,
  { metric, startTimestamp = 0, endTimestamp = Infinity }: SeriesQuery,
) {
  const days = await readFeeDays(context, payers);
  const metricOf = VALUES[metric];
  return {
    results: days
      .filter(({ timestamp }) => timestamp >= startTimestamp && timestamp < endTimestamp)
      .slice(-MOST_L1_DAYS)
      .reverse()
      .map((day) => ({ timestamp: day.timestamp, value: metricOf(day) })),
  };
}
