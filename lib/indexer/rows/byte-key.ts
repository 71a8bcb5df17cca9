/**
 * Bytes as a key of a Map: equal bytes have equal keys, others do not. Several times faster than hex, which a batch
 * would format 100,000 times. Addresses, the most frequent, take a tenth of the general way's time.
 */
export function byteKey(bytes: Uint8Array): string {
  if (bytes.length === 20) return addressKey(bytes);
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
}

/** Two bytes a character, in a form that no key of other bytes has. */
function addressKey(b: Uint8Array): string {
  const at = (i: number) => (b[i] as number) | ((b[i + 1] as number) << 8);
  return String.fromCharCode(
    ...[0xffff, at(0), at(2), at(4), at(6), at(8), at(10), at(12), at(14), at(16), at(18)],
  );
}
