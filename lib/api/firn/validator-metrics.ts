import { formatNodeId, PRIMARY_NETWORK_ID, parseNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/validator-metrics";
import { readStakeHistory } from "../../store/queries/stake-history";
import type { Handler } from "../handler";
import { takePage } from "../page/page";
import { pointsBefore } from "../page/points";
import { readHead } from "../page/snapshot-page";
import { changesOf, daysOf, type StakePoint } from "../staking/validator-metrics";

/** A node that never staked has no points. */
export const listValidatorMetrics: Handler<typeof contract.listValidatorMetrics> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const nodeId = parseNodeId(params.nodeId);
    const { timeInterval, before, pageToken, pageSize } = query;
    const { time } = await readHead(context);
    const { runs, rewards } = await readStakeHistory(context.db, {
      nodeId,
      subnetId: PRIMARY_NETWORK_ID,
      time,
    });
    const changes = changesOf(runs, rewards);
    const newestFirst = (timeInterval === "day" ? daysOf(changes, time) : changes).toReversed();
    const { rows, nextPageToken } = await takePage({
      tokens: context.pageTokens,
      token: pageToken,
      canonical: { endpoint: "validatorMetrics", nodeId: formatNodeId(nodeId), timeInterval },
      start: before,
      pageSize,
      list: async (end, limit) => pointsBefore(newestFirst, end, limit),
      cursorOf: ({ timestamp }) => timestamp,
    });
    return { ...(nextPageToken !== undefined && { nextPageToken }), points: rows.map(presentPoint) };
  });

export const listStakeMetrics: Handler<typeof contract.listStakeMetrics> = async ({
  query,
  service,
  read,
}) => {
  const head = await read((context) => readHead(context));
  const { height, days } = await service.networkStake.take({ subnetId: PRIMARY_NETWORK_ID, head }, (work) =>
    read(({ db }) => work(db)),
  );
  const newestFirst = days.toReversed();
  return read(async (context) => {
    const { rows, nextPageToken } = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "stakeMetrics" },
      start: query.before,
      pageSize: query.pageSize,
      list: async (end, limit) => pointsBefore(newestFirst, end, limit),
      cursorOf: ({ timestamp }) => timestamp,
    });
    const points = rows.map(({ weight, delegatedWeight, ...day }) => ({
      ...day,
      weight: weight.toString(),
      delegatedWeight: delegatedWeight.toString(),
    }));
    return { ...(nextPageToken !== undefined && { nextPageToken }), blockNumber: String(height), points };
  });
};

function presentPoint({ timestamp, weight, delegatedWeight, delegatorCount, rewards }: StakePoint) {
  return {
    timestamp,
    weight: weight.toString(),
    delegatedWeight: delegatedWeight.toString(),
    delegatorCount,
    validatorReward: rewards.validator.toString(),
    validatorFeeReward: rewards.validatorFee.toString(),
    delegatorReward: rewards.delegator.toString(),
  };
}
