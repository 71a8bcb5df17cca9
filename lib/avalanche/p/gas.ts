import { decodeWarpMessage } from "../warp";
import type { Signer } from "./pieces";

/**
 * What transaction types count of what a node does for them: microseconds of compute, reads of the database.
 * @source ACP-103; avalanchego vms/platformvm/txs/fee/complexity.go
 */

/** Checking that a BLS key is its owner's. */
export const PROOF_COMPUTE = 1_050;
/** Reading the validators that signed a warp message. */
export const WARP_READS = 23;

const WARP_COMPUTE = { message: 1_000, signer: 5 };

/** The check of a staker's BLS key; those of subnets have none. */
export function proofCompute({ type }: Signer): number {
  return type === "signer.proofOfPossession" ? PROOF_COMPUTE : 0;
}

/** The check of a signed warp message. */
export function warpCompute(signed: Uint8Array): number {
  return WARP_COMPUTE.message + decodeWarpMessage(signed).signers.length * WARP_COMPUTE.signer;
}
