import { sha256 as hash } from "@noble/hashes/sha2.js";

/** SHA-256 of `bytes`, 32 bytes. For browsers; Node uses its own implementation (`#sha256` in package.json). */
export function sha256(bytes: Uint8Array): Uint8Array {
  return hash(bytes);
}
