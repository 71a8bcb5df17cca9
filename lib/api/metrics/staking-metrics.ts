import { toHex } from "../../avalanche/codec/bytes";
import { effectsOfKind } from "../../avalanche/effects";
import { formatAddress, formatId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import { effectsOf } from "../../avalanche/p/txs";
import type * as contract from "../../contract/metrics/staking-metrics";
import { InputError } from "../../errors";
import { listStakes } from "../../store/queries/stake-list";
import { findSubnet } from "../../store/queries/subnet";
import { readTxs } from "../../store/queries/tx";
import { CHAIN, STAKE_ROLE } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { takePage } from "../page/page";
import { pointsBefore } from "../page/points";
import { readHead, takeSnapshotPage } from "../page/snapshot-page";
import { requireNetwork } from "../request/network";
import type { NetworkStakeDay } from "../staking/network-stake";
import { decodePTxs } from "../transactions/p-facts";

/** What a metric is of a day. */
const VALUES = {
  delegatorCount: ({ delegatorCount }) => delegatorCount,
  delegatorWeight: ({ delegatedWeight }) => delegatedWeight,
  validatorCount: ({ validatorCount }) => validatorCount,
  validatorWeight: ({ weight }) => weight,
} satisfies Record<(typeof contract.STAKING_METRIC_NAMES)[number], (day: NetworkStakeDay) => number | bigint>;

export const getStakingMetrics: Handler<typeof contract.getStakingMetrics> = async ({
  params,
  query,
  service,
  read,
}) => {
  const subnetId = parseId(query.subnetId);
  const head = await read(async (context) => {
    requireNetwork(context.network, params.network);
    await requireStaking(context, subnetId);
    return readHead(context);
  });
  const { days } = await service.networkStake.take({ subnetId, head }, (work) => read(({ db }) => work(db)));
  const { startTimestamp = 0, endTimestamp } = query;
  const newestFirst = days.filter(({ timestamp }) => timestamp >= startTimestamp).reverse();
  return read(async ({ pageTokens, dialect }) => {
    const page = await takePage({
      tokens: pageTokens,
      token: query.pageToken,
      canonical: {
        endpoint: "staking metrics",
        subnetId: toHex(subnetId),
        metric: params.metric,
        startTimestamp,
        endTimestamp,
        dialect: dialect.name,
      },
      start: endTimestamp,
      pageSize: query.pageSize,
      list: async (before, limit) => pointsBefore(newestFirst, before, limit),
      cursorOf: ({ timestamp }) => timestamp,
    });
    const metricOf = VALUES[params.metric];
    return {
      ...(page.nextPageToken === undefined ? {} : { nextPageToken: page.nextPageToken }),
      results: page.rows.map((day) => ({ timestamp: day.timestamp, value: metricOf(day) })),
    };
  });
};

export const getValidatorsByDateRange: Handler<typeof contract.getValidatorsByDateRange> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const { db, network, dialect } = context;
    const { startTimestamp, endTimestamp } = query;
    if (query.network !== undefined) requireNetwork(network, query.network);
    const subnetId = parseId(params.subnetId);
    await requireStaking(context, subnetId);
    const { rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: {
        endpoint: "validators by date",
        subnetId: toHex(subnetId),
        startTimestamp,
        endTimestamp,
      },
      pageSize: query.pageSize,
      list: (at, page) =>
        listStakes(db, {
          at,
          subnetId,
          role: STAKE_ROLE.validator,
          order: "asc",
          ...page,
          beginsBefore: endTimestamp,
          endsFrom: startTimestamp,
        }),
      idOf: ({ id }) => id,
    });
    const positions = rows.map(({ position }) => position);
    const decoded = await decodePTxs(context, positions);
    const txs = await readTxs(db, CHAIN.p, positions);
    const addresses = positions.map((position) => {
      const tx = decoded.get(position)?.tx;
      const [added] = tx === undefined ? [] : effectsOfKind(effectsOf(tx), "staker.added");
      const owned = added?.rewardsOwner?.addresses ?? [];
      return {
        addresses: owned.map((address) => formatAddress(network.hrp, address)),
        sortKey: txs.get(position)?.time?.toString() ?? dialect.unknownText,
      };
    });
    return { ...(nextPageToken !== undefined && { nextPageToken }), addresses };
  });

/** @throws InputError NOT_FOUND for an unknown subnet, BAD_PARAMETER for an L1 */
async function requireStaking({ db }: Pick<RequestContext, "db">, subnetId: Uint8Array): Promise<void> {
  if (toHex(subnetId) === toHex(PRIMARY_NETWORK_ID)) return;
  const subnet = await findSubnet(db, subnetId);
  if (subnet === undefined) throw new InputError("NOT_FOUND", `no subnet ${formatId(subnetId)} is indexed`);
  if (subnet.converted_position !== null)
    throw new InputError("BAD_PARAMETER", `${formatId(subnetId)} is an L1: its validators stake nothing`, {
      hint: "/v1/networks/{network}/l1Validators lists them",
    });
}
