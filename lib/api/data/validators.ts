import { toHex } from "../../avalanche/codec/bytes";
import { parseId, parseNodeId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/validators";
import type { RouteValues } from "../../contract/route";
import { InputError, NodeError } from "../../errors";
import { listStakes, type StakeAt, sumRunning } from "../../store/queries/stake-list";
import { STAKE_ROLE } from "../../store/rows/columns";
import type { Handler, RequestContext } from "../handler";
import { type PMoment, takeSnapshotPage } from "../page/snapshot-page";
import { presentValidator } from "../present/staking/stake";
import { requireNetwork } from "../request/network";
import { readNodeIdParts } from "../request/node-ids";
import { type NodeUptime, uptimeOf } from "../staking/node-uptime";
import { readValidatorFacts, weightLimitOf } from "../staking/stake-facts";
import { readStakeStart } from "../staking/stake-start";
import { readRunningValidators, rowsAfter, type ValidatorNumbers } from "../staking/validator-lines";

type Query = RouteValues<typeof contract.listValidators>["query"];
type Observations = ReadonlyMap<string, NodeUptime> | undefined;

export const listValidators: Handler<typeof contract.listValidators> = async ({
  params,
  query,
  service,
  read,
}) => {
  requireAgreement(query);
  const observations = await service.nodeUptimes();
  requireObservations(query, observations);
  return read(async (context) => {
    requireNetwork(context.network, params.network);
    const nodeIds = query.nodeIds === undefined ? undefined : await readNodeIdParts(context, query.nodeIds);
    const subnetId = query.subnetId === undefined ? undefined : parseId(query.subnetId);
    const { pageToken, pageSize, sortBy, sortOrder, ...rest } = query;
    const { at, rows, nextPageToken } = await takeSnapshotPage(context, {
      token: pageToken,
      canonical: {
        endpoint: "validators",
        sortBy,
        sortOrder,
        ...rest,
        subnetId: subnetId && toHex(subnetId),
      },
      pageSize,
      list: async (at, page): Promise<StakeAt[]> => {
        if (!needsRunning(query)) {
          const { validationStatus: status, sortOrder: order } = query;
          const { minFeePercentage: min, maxFeePercentage: max } = query;
          const statuses = status === undefined ? undefined : [status];
          const shares = { minShares: sharesOf(min), maxShares: sharesOf(max) };
          const list = { role: STAKE_ROLE.validator, statuses, nodeIds, subnetId, order, at };
          return listStakes(context.db, { ...list, ...shares, ...page });
        }
        const running = await readRunningValidators(context, { at, subnetId, nodeIds, observations });
        const sorted = running.filter((one) => passes(one, query, at)).sort(comparing(query));
        return rowsAfter(sorted, page, ({ stake }) => stake.id).map(({ stake }) => stake);
      },
      idOf: ({ id }) => id,
    });
    return { nextPageToken, validators: await presentAll(context, rows, { at, observations }) };
  });
};

export const getSingleValidatorDetails: Handler<typeof contract.getSingleValidatorDetails> = async ({
  params,
  query,
  service,
  read,
}) => {
  const observations = await service.nodeUptimes();
  return read(async (context) => {
    requireNetwork(context.network, params.network);
    const nodeId = parseNodeId(params.nodeId);
    const { validationStatus: status, sortOrder: order } = query;
    const statuses = status === undefined ? undefined : [status];
    const { at, rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: { endpoint: "validator", nodeId: toHex(nodeId), status, order },
      pageSize: query.pageSize,
      list: async (at, page) =>
        listStakes(context.db, {
          at,
          statuses,
          order,
          nodeIds: [nodeId],
          role: STAKE_ROLE.validator,
          ...page,
          cursor: page.cursor ?? (await readStakeStart(context, query, at)),
        }),
      idOf: ({ id }) => id,
    });
    return { nextPageToken, validators: await presentAll(context, rows, { at, observations }) };
  });
};

async function presentAll(
  context: RequestContext,
  stakes: readonly StakeAt[],
  { at, observations }: { at: PMoment; observations: Observations },
): Promise<contract.ValidatorDetails[]> {
  const totals = new Map<string, bigint>();
  const bodies: contract.ValidatorDetails[] = [];
  for (const facts of await readValidatorFacts(context, stakes, at)) {
    const { stake } = facts;
    const subnet = toHex(stake.subnet_id);
    if (stake.status === "active" && !totals.has(subnet))
      totals.set(subnet, (await sumRunning(context.db, { at, subnetId: stake.subnet_id })).weight);
    bodies.push(
      presentValidator(facts, {
        network: context.network,
        dialect: context.dialect,
        totalWeight: totals.get(subnet) ?? 0n,
        weightLimit: weightLimitOf(context, stake),
        observed: uptimeOf(observations, stake.node_id),
      }),
    );
  }
  return bodies;
}

/** Filters that only a running validator can match. */
const OF_RUNNING = [
  "minDelegationCapacity",
  "maxDelegationCapacity",
  "minTimeRemaining",
  "maxTimeRemaining",
  "minUptimePerformance",
  "maxUptimePerformance",
] as const;

function needsRunning(query: Query): boolean {
  return query.sortBy !== "blockIndex" || OF_RUNNING.some((name) => query[name] !== undefined);
}

/** @throws InputError BAD_PARAMETER for parameters that contradict each other */
function requireAgreement(query: Query): void {
  const { validationStatus: status, sortBy } = query;
  if (status !== undefined && status !== "active" && needsRunning(query)) {
    const given = OF_RUNNING.find((name) => query[name] !== undefined) ?? `sortBy ${sortBy}`;
    throw refuse(`${given} goes with validationStatus active only, not ${status}`);
  }
}

/** @throws NodeError NODE_UNREACHABLE when the list depends on the node's observations and there are none */
function requireObservations(query: Query, observations: Observations): void {
  const { minUptimePerformance: min, maxUptimePerformance: max, sortBy } = query;
  const asked = sortBy === "uptimePerformance" || min !== undefined || max !== undefined;
  if (asked && observations === undefined)
    throw new NodeError("NODE_UNREACHABLE", "the node does not report its validators");
}

function passes({ stake, room, observed }: ValidatorNumbers, query: Query, at: PMoment): boolean {
  const within = (value: number | bigint | undefined, min?: string | number, max?: string | number) =>
    (min === undefined && max === undefined) ||
    (value !== undefined &&
      (min === undefined || value >= Number(min)) &&
      (max === undefined || value <= Number(max)));
  const { minDelegationCapacity: minRoom, maxDelegationCapacity: maxRoom } = query;
  return (
    (minRoom === undefined || (room !== undefined && room >= BigInt(minRoom))) &&
    (maxRoom === undefined || (room !== undefined && room <= BigInt(maxRoom))) &&
    within(timeLeft(stake, at), query.minTimeRemaining, query.maxTimeRemaining) &&
    within(
      stake.delegation_shares ?? undefined,
      sharesOf(query.minFeePercentage),
      sharesOf(query.maxFeePercentage),
    ) &&
    within(observed?.uptimePercent, query.minUptimePerformance, query.maxUptimePerformance)
  );
}

/**
 * The order of `sortBy`; ties by the position of the transaction, in the same direction. A missing value is the
 * smallest.
 */
function comparing({ sortBy, sortOrder }: Query): (a: ValidatorNumbers, b: ValidatorNumbers) => number {
  const keyOf = {
    blockIndex: ({ stake }: ValidatorNumbers) => stake.id,
    delegationCapacity: ({ room }: ValidatorNumbers) => room ?? -1n,
    timeRemaining: ({ stake }: ValidatorNumbers) => stake.end_time ?? Number.MAX_SAFE_INTEGER,
    delegationFee: ({ stake }: ValidatorNumbers) => stake.delegation_shares ?? -1,
    uptimePerformance: ({ observed }: ValidatorNumbers) => observed?.uptimePercent ?? -1,
  }[sortBy];
  const sign = sortOrder === "asc" ? 1 : -1;
  return (a, b) => {
    const left = keyOf(a);
    const right = keyOf(b);
    if (left === right) return sign * (a.stake.id - b.stake.id);
    return left < right ? -sign : sign;
  };
}

function timeLeft({ end_time }: StakeAt, { time }: PMoment): number | undefined {
  return end_time === null ? undefined : end_time - time;
}

/** Parts per million of a percentage. */
function sharesOf(percent: string | undefined): number | undefined {
  return percent === undefined ? undefined : Math.round(Number(percent) * 10_000);
}

function refuse(message: string): InputError {
  return new InputError("BAD_PARAMETER", message);
}
