import { secp256k1 } from "@noble/curves/secp256k1.js";
import { quantityToBigint } from "../codec/rlp";

/** A secp256k1 signature. Integers without leading zeros. */
export interface KeySignature {
  r: Uint8Array;
  s: Uint8Array;
  /** Which of the points with this `r`: 0 or 1, or 2 or 3 where `r` is that much above the curve's order. */
  parity: number;
}

/**
 * The public key that signed a hash: 64 bytes, both coordinates. For browsers; Node uses WebAssembly (`#recover-key` in
 * package.json).
 * @throws if no key can have signed it
 */
export function recoverKey(hash: Uint8Array, { r, s, parity }: KeySignature): Uint8Array {
  const signature = new secp256k1.Signature(quantityToBigint(r), quantityToBigint(s), parity);
  return signature.recoverPublicKey(hash).toBytes(false).subarray(1);
}
