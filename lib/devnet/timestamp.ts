/** RFC 3339 with up to nine fractional digits to nanoseconds since 1970. Malformed text gives 0. */
export function timestampNs(text: string): bigint {
  const [, seconds = "", fraction = "", zone = ""] =
    /^(.{19})(?:\.(\d{1,9}))?(Z|[+-]\d\d:\d\d)$/.exec(text) ?? [];
  const ms = Date.parse(seconds + zone);
  return Number.isNaN(ms) ? 0n : BigInt(ms) * 1_000_000n + BigInt(fraction.padEnd(9, "0"));
}

/**
 * Nanoseconds since 1970 in the node's format: UTC, without trailing zeros.
 * @source Go's time.RFC3339Nano
 */
export function formatTimestamp(ns: bigint): string {
  const seconds = new Date(Number(ns / 1_000_000n)).toISOString().slice(0, 19);
  const fraction = String(ns % 1_000_000_000n)
    .padStart(9, "0")
    .replace(/0+$/, "");
  return `${seconds}${fraction === "" ? "" : `.${fraction}`}Z`;
}
