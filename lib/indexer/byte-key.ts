/** Bytes as a key of a Map: one character each. Several times faster than hex, which a batch would spell 100,000 times. */
export function byteKey(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}
