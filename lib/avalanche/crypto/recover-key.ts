import { secp256k1 } from "@noble/curves/secp256k1.js";
import { quantityToBigint } from "../codec/rlp";

/** A signature over secp256k1; integers without leading zeros. */
export interface KeySignature {
  r: Uint8Array;
  s: Uint8Array;
  /** 0 or 1: which of the two points that have `r`. */
  parity: number;
}

/**
 * The public key that made the signature of a hash: 64 bytes, both coordinates. Browsers take this file, Node one in
 * WebAssembly (`#recover-key` in package.json).
 * @throws when no key has made it
 */
export function recoverKey(hash: Uint8Array, { r, s, parity }: KeySignature): Uint8Array {
  const signature = new secp256k1.Signature(quantityToBigint(r), quantityToBigint(s), parity);
  return signature.recoverPublicKey(hash).toBytes(false).subarray(1);
}
