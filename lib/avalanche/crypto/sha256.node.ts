import { hash } from "node:crypto";

/** SHA-256 of `bytes`, 32 bytes, by Node's own implementation. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const digest = hash("sha256", bytes, "buffer");
  return new Uint8Array(digest.buffer, digest.byteOffset, digest.length);
}
