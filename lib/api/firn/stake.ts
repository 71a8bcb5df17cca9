import { toHex } from "../../avalanche/codec/bytes";
import { formatId, formatNodeId, PRIMARY_NETWORK_ID, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/firn/validators";
import type { RouteValues } from "../../contract/route";
import { readTxs } from "../../store/queries/tx";
import { CHAIN } from "../../store/rows/columns";
import type { Handler } from "../handler";
import { readHead, takeSnapshotPage } from "../page/snapshot-page";
import { percentOf } from "../present/utxo/owner";
import { readRunningValidators, rowsAfter, type ValidatorNumbers } from "../staking/validator-lines";
import { sum } from "../sum";

type LineQuery = RouteValues<typeof contract.listValidatorLines>["query"];

const SOON_SECONDS = 7 * 86_400;
const MOST_STRATA = 1_000;

export const getStakeSummary: Handler<typeof contract.getStakeSummary> = async ({ query, service, read }) => {
  const observations = await service.nodeUptimes();
  return read(async (context) => {
    const subnetId = query.subnetId === undefined ? PRIMARY_NETWORK_ID : parseId(query.subnetId);
    const at = await readHead(context);
    const running = await readRunningValidators(context, { at, subnetId, observations });
    const strata = running
      .map((one) => ({ nodeId: formatNodeId(one.stake.node_id), weight: weightOf(one) }))
      .sort((a, b) => (a.weight === b.weight ? 0 : a.weight < b.weight ? 1 : -1));
    const soonest = service.nowMs() / 1000 + SOON_SECONDS;
    const soon = running.filter(({ stake }) => (stake.end_time ?? Infinity) <= soonest);
    const isPrimary = toHex(subnetId) === toHex(PRIMARY_NETWORK_ID);
    const { nodeId } = context.facts;
    return {
      height: at.height,
      time: at.time,
      subnetId: formatId(subnetId),
      validatorCount: running.length,
      weight: sum(running.map(({ stake }) => stake.weight)).toString(),
      delegatorCount: running.reduce((count, one) => count + one.delegatorCount, 0),
      delegatedWeight: sum(running.map((one) => one.delegatedWeight)).toString(),
      room: sum(running.map((one) => one.room ?? 0n)).toString(),
      ...(isPrimary && at.supply !== null && { supplyNavax: at.supply.toString() }),
      endingSoon: { validatorCount: soon.length, weight: sum(soon.map(weightOf)).toString() },
      strata: strata
        .slice(0, MOST_STRATA)
        .map(({ nodeId, weight }) => ({ nodeId, weight: weight.toString() })),
      thirdCount: countBeyond(strata, 1n),
      twoThirdsCount: countBeyond(strata, 2n),
      ...(nodeId !== undefined && { ownNodeId: nodeId }),
      ...(isPrimary &&
        observations && { notConnectedCount: running.filter(({ observed }) => !observed?.connected).length }),
    };
  });
};

export const listValidatorLines: Handler<typeof contract.listValidatorLines> = async ({
  query,
  service,
  read,
}) => {
  const observations = await service.nodeUptimes();
  return read(async (context) => {
    const subnetId = query.subnetId === undefined ? PRIMARY_NETWORK_ID : parseId(query.subnetId);
    const { sortBy, sortOrder, minRoom, maxFeePercent, minUptimePercent, minSecondsLeft } = query;
    const { at, rows, nextPageToken } = await takeSnapshotPage(context, {
      token: query.pageToken,
      canonical: {
        endpoint: "validatorLines",
        sortBy,
        sortOrder,
        subnetId: toHex(subnetId),
        minRoom,
        maxFeePercent,
        minUptimePercent,
        minSecondsLeft,
      },
      pageSize: query.pageSize,
      list: async (at, page) => {
        const running = await readRunningValidators(context, { at, subnetId, observations });
        const ranked = running
          .filter((line) => passes(line, query, at.time))
          .sort(comparing(sortBy, sortOrder))
          .map((line, index) => ({ ...line, rank: index + 1 }));
        const start = page.cursor === undefined ? query.after : undefined;
        return rowsAfter(ranked.slice(start), page, ({ stake }) => stake.id);
      },
      idOf: ({ stake }) => stake.id,
    });
    const txs = await readTxs(
      context.db,
      CHAIN.p,
      rows.map(({ stake }) => stake.position),
    );
    return {
      height: at.height,
      time: at.time,
      nextPageToken,
      validators: rows.map((row) => presentLine(row, txs.get(row.stake.position)?.tx_id)),
    };
  });
};

/** A missing or unobserved value passes no filter on it. */
function passes({ stake, room, observed }: ValidatorNumbers, query: LineQuery, now: number): boolean {
  const { minRoom, maxFeePercent, minUptimePercent, minSecondsLeft } = query;
  const { delegation_shares: shares, end_time: end } = stake;
  return (
    (minRoom === undefined || (room !== undefined && room >= BigInt(minRoom))) &&
    (maxFeePercent === undefined || (shares !== null && shares <= Number(maxFeePercent) * 10_000)) &&
    (minUptimePercent === undefined || (observed?.uptimePercent ?? -1) >= Number(minUptimePercent)) &&
    (minSecondsLeft === undefined || (end !== null && end - now >= minSecondsLeft))
  );
}

function presentLine(
  row: ValidatorNumbers & { rank: number },
  txId: Uint8Array | undefined,
): contract.ValidatorLine {
  const { rank, stake, room, observed } = row;
  return {
    rank,
    nodeId: formatNodeId(stake.node_id),
    txHash: txId === undefined ? "" : formatId(txId),
    weight: stake.weight.toString(),
    delegatedWeight: row.delegatedWeight.toString(),
    delegatorCount: row.delegatorCount,
    ...(room !== undefined && { room: room.toString() }),
    ...(stake.delegation_shares !== null && { delegationFeePercent: percentOf(stake.delegation_shares) }),
    startTimestamp: stake.start_time,
    ...(stake.end_time !== null && { endTimestamp: stake.end_time }),
    ...observed,
  };
}

/** Ties by the position of the transaction, in the same direction. */
function comparing(
  sortBy: contract.ValidatorLineSort,
  sortOrder: "asc" | "desc",
): (a: ValidatorNumbers, b: ValidatorNumbers) => number {
  const keyOf = {
    stake: weightOf,
    room: ({ room }: ValidatorNumbers) => room ?? -1n,
    fee: ({ stake }: ValidatorNumbers) => BigInt(stake.delegation_shares ?? -1),
    delegators: ({ delegatorCount }: ValidatorNumbers) => BigInt(delegatorCount),
    ends: ({ stake }: ValidatorNumbers) => BigInt(stake.end_time ?? 0),
  }[sortBy];
  const sign = sortOrder === "asc" ? 1 : -1;
  return (a, b) => {
    const left = keyOf(a);
    const right = keyOf(b);
    if (left === right) return sign * (a.stake.id - b.stake.id);
    return left < right ? -sign : sign;
  };
}

/** How many of the largest validators together hold more than `thirds` thirds of all stake. */
function countBeyond(strata: readonly { weight: bigint }[], thirds: bigint): number {
  const total = sum(strata.map(({ weight }) => weight));
  let held = 0n;
  const last = strata.findIndex(({ weight }) => {
    held += weight;
    return held * 3n > total * thirds;
  });
  return last + 1;
}

function weightOf({ stake, delegatedWeight }: ValidatorNumbers): bigint {
  return stake.weight + delegatedWeight;
}
