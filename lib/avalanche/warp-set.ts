import { toHex } from "./codec/bytes";
import { compareBytes } from "./ledger/staker-order";

/** A node's share in the validation of a subnet, with its delegators. */
export interface SetMember {
  /** 20 bytes; all zero for the inactive validators of an L1, as one member. */
  nodeId: Uint8Array;
  weight: bigint;
  /** 48 bytes, compressed; absent for members without one and for the inactive. */
  publicKey?: Uint8Array;
}

/** A key that can sign warp messages for its subnet. */
export interface WarpSigner {
  /** 48 bytes, compressed G1. */
  publicKey: Uint8Array;
  /** Of all nodes with this key. */
  weight: bigint;
  /** Ascending. */
  nodeIds: Uint8Array[];
}

export interface WarpSet {
  /** In the canonical order, which positions in a signature mean. */
  signers: WarpSigner[];
  /** Of all members, those without a key too. */
  totalWeight: bigint;
}

/**
 * Who can sign warp messages for a subnet with these validators. Nodes with the same key are one signer.
 * @source avalanchego snow/validators/warp.go: FlattenValidatorSet
 */
export function warpSetOf(members: Iterable<SetMember>): WarpSet {
  const signers = new Map<string, WarpSigner>();
  let totalWeight = 0n;
  for (const { publicKey, weight, nodeId } of members) {
    totalWeight += weight;
    if (publicKey === undefined) continue;
    const { weight: before = 0n, nodeIds = [] } = signers.get(toHex(publicKey)) ?? {};
    signers.set(toHex(publicKey), { publicKey, weight: before + weight, nodeIds: [...nodeIds, nodeId] });
  }
  return {
    totalWeight,
    signers: [...signers.values()]
      .map((signer) => ({ ...signer, nodeIds: signer.nodeIds.sort(compareBytes) }))
      .sort((a, b) => compareBytes(coordinateOf(a.publicKey), coordinateOf(b.publicKey))),
  };
}

/** The order is that of uncompressed keys, so the three flags of a compressed one do not count. */
function coordinateOf(key: Uint8Array): Uint8Array {
  return Uint8Array.from(key, (byte, i) => (i === 0 ? byte & 0x1f : byte));
}
