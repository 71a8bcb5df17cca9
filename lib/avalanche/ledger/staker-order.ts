import { equalBytes } from "../codec/bytes";
import { PRIMARY_NETWORK_ID } from "../ids";
import type { StakerRecord } from "./records";

/** What determines a staker's rank. */
type Ranked = Pick<StakerRecord, "status" | "role" | "subnetId" | "permissioned">;

/**
 * Order of stakers that start, or end, in the same second.
 *
 * Starting: delegators by AddDelegatorTx (`apricot`), primary validators, other primary delegators, then permissionless
 * validators and delegators of subnets, then permissioned validators. Ending: permissioned validators, which end by
 * time alone, before all that need a transaction; then delegators before validators, subnets before the primary
 * network.
 * @source avalanchego vms/platformvm/txs/priorities.go
 */
export function rankOf(staker: Ranked, apricot = false): number {
  const validator = staker.role === "validator";
  const primary = equalBytes(staker.subnetId, PRIMARY_NETWORK_ID);
  if (staker.status === "pending") {
    if (staker.permissioned) return 6;
    if (!primary) return validator ? 4 : 5;
    if (validator) return 2;
    return apricot ? 1 : 3;
  }
  if (staker.permissioned) return 7;
  if (!primary) return validator ? 9 : 8;
  return validator ? 11 : 10;
}

/** Time of a staker's next change: the start of a pending one, the end of a current one. */
export function nextTimeOf(staker: StakerRecord): bigint {
  return staker.status === "pending" ? staker.start : staker.end;
}

/** Order in which stakers of one status change: by time, rank, transaction id. */
export function compareStakers(a: StakerRecord, b: StakerRecord): number {
  const timeA = nextTimeOf(a);
  const timeB = nextTimeOf(b);
  if (timeA !== timeB) return timeA < timeB ? -1 : 1;
  return a.rank - b.rank || compareBytes(a.txId, b.txId);
}

/** Compares byte by byte, unsigned. Both must have the same length. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
