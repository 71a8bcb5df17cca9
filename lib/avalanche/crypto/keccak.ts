import { keccak_256 } from "@noble/hashes/sha3.js";

/** Keccak-256 of `bytes`, 32 bytes. For browsers; Node uses WebAssembly (`#keccak` in package.json). */
export function keccak256(bytes: Uint8Array): Uint8Array {
  return keccak_256(bytes);
}
