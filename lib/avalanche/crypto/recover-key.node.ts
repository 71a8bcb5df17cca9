import { instantiateSecp256k1 } from "@bitauth/libauth/build/lib/crypto/secp256k1.js";
import type { KeySignature } from "./recover-key";

/** libsecp256k1. The whole package would be read for it otherwise, which takes 20 MB and a fifth of a second a thread. */
const curve = await instantiateSecp256k1();
/** Begins anew with each signature. */
const compact = new Uint8Array(64);

/** The public key that made the signature of a hash: ten times as fast as in plain JavaScript, and every transaction has one. */
export function recoverKey(hash: Uint8Array, { r, s, parity }: KeySignature): Uint8Array {
  compact.fill(0);
  compact.set(r, 32 - r.length);
  compact.set(s, 64 - s.length);
  const key = curve.recoverPublicKeyUncompressed(compact, parity as 0 | 1, hash);
  if (typeof key === "string") throw new Error(key);
  return key.subarray(1);
}
