import { toHex } from "../../avalanche/codec/bytes";
import { listStakes, type Moment, type StakeAt, sumDelegations } from "../../store/queries/stake-list";
import { STAKE_ROLE } from "../../store/rows/columns";
import type { RequestContext } from "../handler";
import { positive } from "../present/staking/stake";
import { type NodeUptime, uptimeOf } from "./node-uptime";
import { weightLimitOf } from "./stake-facts";

/** A running validator in numbers. Weights are nAVAX on the Primary Network. */
export interface ValidatorNumbers {
  stake: StakeAt;
  delegatorCount: number;
  delegatedWeight: bigint;
  /** What may still be delegated, not counting what pending delegations take; undefined where nobody can delegate. */
  room: bigint | undefined;
  observed: NodeUptime | undefined;
}

/** More validators than run at once. All are compared with each other. */
const MOST_RUNNING = 100_000;

/** All validators running at a moment, of one subnet or of all, in the order of their transactions. */
export async function readRunningValidators(
  context: RequestContext,
  list: {
    at: Moment;
    subnetId?: Uint8Array | undefined;
    nodeIds?: readonly Uint8Array[] | undefined;
    observations: ReadonlyMap<string, NodeUptime> | undefined;
  },
): Promise<ValidatorNumbers[]> {
  const { at, subnetId, nodeIds, observations } = list;
  const stakes = await listStakes(context.db, {
    at,
    subnetId,
    nodeIds,
    role: STAKE_ROLE.validator,
    statuses: ["active"],
    order: "asc",
    limit: MOST_RUNNING,
  });
  const sums = new Map<string, { active: Sum; pending: Sum }>();
  for (const { subnet_id, node_id, status, ...sum } of await sumDelegations(context.db, list)) {
    const key = placeKey({ subnet_id, node_id });
    const known = sums.get(key) ?? { active: NOTHING, pending: NOTHING };
    sums.set(key, { ...known, [status]: sum });
  }
  return stakes.map((stake) => {
    const { active, pending } = sums.get(placeKey(stake)) ?? { active: NOTHING, pending: NOTHING };
    const limit = weightLimitOf(context, stake);
    const taken = stake.weight + active.weight + pending.weight;
    return {
      stake,
      delegatorCount: active.count,
      delegatedWeight: active.weight,
      room: limit === undefined ? undefined : positive(limit - taken),
      observed: uptimeOf(observations, stake.node_id),
    };
  });
}

/** The rest of a list in memory after the row with an id. */
export function rowsAfter<Row>(
  rows: readonly Row[],
  { cursor, limit }: { cursor: number | undefined; limit: number },
  idOf: (row: Row) => number,
): Row[] {
  const start = cursor === undefined ? 0 : rows.findIndex((row) => idOf(row) === cursor) + 1;
  return rows.slice(start, start + limit);
}

interface Sum {
  count: number;
  weight: bigint;
}

const NOTHING: Sum = { count: 0, weight: 0n };

function placeKey({ subnet_id, node_id }: Pick<StakeAt, "subnet_id" | "node_id">): string {
  return `${toHex(subnet_id)}/${toHex(node_id)}`;
}
