/**
 * Everything Firn prints about amounts, times, sizes and ids is made here: pure, the same on the server and in the
 * browser, and never through floats where an amount is concerned.
 */

/** Thin space: stands before `%` and units. */
export const NARROW = "\u2009";
const MINUS = "\u2212";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `98412307` → `98,412,307`. A string must be a decimal integer, as amounts and heights are on the wire. */
export function groupDigits(value: bigint | number | string): string {
  const text = String(value);
  const digits = text.startsWith("-") ? text.slice(1) : text;
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ",");
  return text.startsWith("-") ? MINUS + grouped : grouped;
}

/** An amount taken apart for display; `fraction` is without the point and without trailing zeros. */
export interface AmountParts {
  sign: "" | "\u2212";
  integer: string;
  fraction: string;
}

/**
 * Splits `value` (smallest unit) at `decimals`. `pad` keeps at least that many decimals, so that a column lines up.
 * Nothing is ever rounded: 1 nAVAX of 9 decimals is `0` and `000000001`.
 */
export function splitAmount(value: bigint, decimals: number, pad = 0): AmountParts {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
  return {
    sign: value < 0n ? MINUS : "",
    integer: groupDigits(digits.slice(0, digits.length - decimals)),
    fraction: fraction.padEnd(Math.min(pad, decimals), "0"),
  };
}

/** The whole amount as one text, `24.950078614 AVAX`. */
export function formatAmount(value: bigint, decimals: number, unit = ""): string {
  const { sign, integer, fraction } = splitAmount(value, decimals);
  return `${sign}${integer}${fraction === "" ? "" : `.${fraction}`}${unit === "" ? "" : `${NARROW}${unit}`}`;
}

/** nAVAX → `24.95 AVAX`. */
export function formatAvax(navax: bigint): string {
  return formatAmount(navax, 9, "AVAX");
}

/**
 * A total for the Stats band only: `461884213804117925`, 9 → `{ value: "461.88", unit: "M" }`, cut, not rounded, to
 * two decimals. Totals under a million are given in whole units, those under one as they are.
 */
export function shortenTotal(value: bigint, decimals: number): { value: string; unit: string } {
  const whole = value / 10n ** BigInt(decimals);
  for (const [power, unit] of [
    [9, "G"],
    [6, "M"],
  ] as const) {
    if (whole >= 10n ** BigInt(power)) {
      const hundredths = value / 10n ** BigInt(decimals + power - 2);
      return { value: formatAmount(hundredths, 2), unit };
    }
  }
  return { value: whole === 0n ? formatAmount(value, decimals) : groupDigits(whole), unit: "" };
}

/** Share of `part` in `whole` as `22 %`; under one percent `0.3 %`, and a non-zero share is never shown as `0 %`. */
export function formatPercent(part: number, whole: number): string {
  const percent = whole === 0 ? 0 : (part / whole) * 100;
  if (percent === 0 || percent >= 1) return `${Math.round(percent)}${NARROW}%`;
  return percent < 0.1 ? `<${NARROW}0.1${NARROW}%` : `${percent.toFixed(1)}${NARROW}%`;
}

/** `1` `tx` → `1 tx`, `41` `tx` → `41 txs`. */
export function plural(count: number | bigint, noun: string, plurals = `${noun}s`): string {
  return `${groupDigits(count)} ${count === 1 || count === 1n ? noun : plurals}`;
}

/** `1463` → `1,463 bytes`; sizes of stores as `84.2 MB` (powers of 1000). */
export function formatBytes(bytes: number): string {
  if (bytes < 10_000) return plural(bytes, "byte");
  for (const [size, unit] of [
    [1e12, "TB"],
    [1e9, "GB"],
    [1e6, "MB"],
  ] as const) {
    if (bytes >= size) return `${(bytes / size).toFixed(1)}${NARROW}${unit}`;
  }
  return `${(bytes / 1e3).toFixed(1)}${NARROW}kB`;
}

/** Unix milliseconds → `20 Nov 2026`. */
export function formatDate(ms: number): string {
  const date = new Date(ms);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Unix milliseconds → `14:31:58`, with `millis` `14:31:58.123`. */
export function formatClock(ms: number, millis = false): string {
  return new Date(ms).toISOString().slice(11, millis ? 23 : 19);
}

/** Unix milliseconds → `20 Nov 2026, 14:31:58 UTC`. */
export function formatTime(ms: number, millis = false): string {
  return `${formatDate(ms)}, ${formatClock(ms, millis)} UTC`;
}

/** How long ago, one unit: `4 s`, `12 min`, `3 h`, `5 d`, `2 y`. A time in the future counts as now. */
export function formatAge(ms: number): string {
  const age = Math.max(0, ms);
  if (age < MINUTE) return `${Math.floor(age / SECOND)}${NARROW}s`;
  if (age < HOUR) return `${Math.floor(age / MINUTE)}${NARROW}min`;
  if (age < DAY) return `${Math.floor(age / HOUR)}${NARROW}h`;
  const days = Math.floor(age / DAY);
  return days < 730 ? `${groupDigits(days)}${NARROW}d` : `${Math.floor(days / 365)}${NARROW}y`;
}

/** A span of time, at most two units: `84 ms`, `0.31 s`, `12.4 s`, `1 min 5 s`, `1 d 7 h`, `90 d`. */
export function formatDuration(ms: number): string {
  if (ms < 0) return `${MINUS}${formatDuration(-ms)}`;
  if (ms < 100) return `${Math.round(ms)}${NARROW}ms`;
  if (ms < 10 * SECOND) return `${trimZeros((ms / SECOND).toFixed(2))}${NARROW}s`;
  if (ms < MINUTE) return `${trimZeros((ms / SECOND).toFixed(1))}${NARROW}s`;
  const units = [
    [DAY, "d"],
    [HOUR, "h"],
    [MINUTE, "min"],
    [SECOND, "s"],
  ] as const;
  const first = units.findIndex(([size]) => ms >= size);
  let rest = ms;
  const words: string[] = [];
  for (const [size, unit] of units.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${groupDigits(count)}${NARROW}${unit}`);
  }
  return words.join(" ");
}

/** `0.31 s` as its number and its unit. */
export function splitUnit(text: string): { value: string; unit: string } {
  const at = text.search(/[^\d.,−<]/);
  return { value: text.slice(0, at), unit: text.slice(at).trim() };
}

/**
 * `head…tail` of an id or address: six characters each side, a prefix (`NodeID-`, `0x`, `P-custom1`) kept on top.
 * Texts that would not get shorter stay whole.
 */
export function headTail(id: string, head = 6, tail = 6): string {
  const prefix = /^(?:NodeID-|0x|(?:[A-Z]-)?[a-z]{2,10}1(?=[02-9ac-hj-np-z]{38}$))/.exec(id)?.[0].length ?? 0;
  const kept = prefix + head;
  return id.length <= kept + tail + 1 ? id : `${id.slice(0, kept)}…${id.slice(-tail)}`;
}

/** What a screen reader says for an id: `id ending rWzDQ4`. */
export function spokenId(id: string, noun = "id"): string {
  return `${noun} ending ${id.slice(-6)}`;
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, "");
}
