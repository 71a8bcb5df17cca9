import { decodeWarpMessage } from "../warp";
import type { Signer } from "./pieces";

/**
 * Costs that several transaction types share: compute in microseconds, and database reads.
 * @source ACP-103; avalanchego vms/platformvm/txs/fee/complexity.go
 */

/** Checking a proof of possession of a BLS key. */
export const PROOF_COMPUTE = 1_050;
/** Database reads for the validators that signed a warp message. */
export const WARP_READS = 23;

const WARP_COMPUTE = { message: 1_000, signer: 5 };

/** Cost of checking a staker's BLS key; stakers of subnets have none. */
export function proofCompute({ type }: Signer): number {
  return type === "signer.proofOfPossession" ? PROOF_COMPUTE : 0;
}

/** Cost of checking a signed warp message. */
export function warpCompute(signed: Uint8Array): number {
  return WARP_COMPUTE.message + decodeWarpMessage(signed).signers.length * WARP_COMPUTE.signer;
}
