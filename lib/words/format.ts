/**
 * All text for amounts, times, sizes and ids. Pure, equal on the server and in the browser, and never through floats
 * for an amount.
 */

/** Thin space, before `%` and units. */
export const NARROW = "\u2009";
const MINUS = "\u2212";
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `98412307` → `98,412,307`. A string must be a decimal integer, like amounts and heights on the wire. */
export function groupDigits(value: bigint | number | string): string {
  const text = String(value);
  const digits = text.startsWith("-") ? text.slice(1) : text;
  const grouped = digits.replace(/\B(?=(\d{3})+$)/g, ",");
  return text.startsWith("-") ? MINUS + grouped : grouped;
}

/** An amount split for display. `fraction` has neither the point nor trailing zeros. */
export interface AmountParts {
  sign: "" | "\u2212";
  integer: string;
  fraction: string;
}

/**
 * Splits `value` (smallest unit) at `decimals`. Never rounds: 1 nAVAX at 9 decimals is `0` and `000000001`.
 */
export function splitAmount(value: bigint, decimals: number): AmountParts {
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const fraction = decimals === 0 ? "" : digits.slice(-decimals).replace(/0+$/, "");
  return {
    sign: value < 0n ? MINUS : "",
    integer: groupDigits(digits.slice(0, digits.length - decimals)),
    fraction,
  };
}

/** Unit of an amount whose decimals are unknown. */
export const BASE_UNITS = "base units";

/** A whole amount as text: `24.950078614 AVAX`, or `24,950,078,614 base units of 0x5f3a…` with unknown decimals. */
export function formatAmount(value: bigint, decimals: number | undefined, unit = ""): string {
  if (decimals === undefined)
    return `${groupDigits(value)}${NARROW}${BASE_UNITS}${unit === "" ? "" : ` of ${unit}`}`;
  const { sign, integer, fraction } = splitAmount(value, decimals);
  return `${sign}${integer}${fraction === "" ? "" : `.${fraction}`}${unit === "" ? "" : `${NARROW}${unit}`}`;
}

/** nAVAX → `24.95 AVAX`. */
export function formatAvax(navax: bigint): string {
  return formatAmount(navax, 9, "AVAX");
}

/** Units of totals, from a million on. Letters end where nobody reads them any more. */
const SCALES = [
  "M",
  "B",
  "T",
  "quadrillion",
  "quintillion",
  "sextillion",
  "septillion",
  "octillion",
] as const;
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/**
 * A total for the Stats band only: `461884213804117925`, 9 → `{ value: "461.88", unit: "M" }`, cut, not rounded, to two
 * decimals. Totals under a million are in whole units, those under one are exact, those past all words are powers of ten.
 */
export function shortenTotal(value: bigint, decimals: number): { value: string; unit: string } {
  const whole = value / 10n ** BigInt(decimals);
  const digits = whole.toString().length;
  if (digits <= 6)
    return { value: whole === 0n ? formatAmount(value, decimals) : groupDigits(whole), unit: "" };
  const inUnits = (power: number) => formatAmount(value / 10n ** BigInt(decimals + power - 2), 2);
  const unit = SCALES[Math.floor((digits - 1) / 3) - 2];
  if (unit !== undefined) return { value: inUnits(Math.floor((digits - 1) / 3) * 3), unit };
  const power = [...String(digits - 1)].map((digit) => SUPERSCRIPTS[Number(digit)]).join("");
  return { value: `${inUnits(digits - 1)}${NARROW}×${NARROW}10${power}`, unit: "" };
}

/** Most decimals in a row. Pages about one thing show all. */
const ROW_DECIMALS = 9;

/** Decimals that a column of amounts has in common, at most nine, so that its points line up. */
export function commonDecimals(values: Iterable<bigint | string>, decimals: number): number {
  let most = 0;
  for (const value of values) most = Math.max(most, splitAmount(BigInt(value), decimals).fraction.length);
  return Math.min(most, ROW_DECIMALS);
}

/** An amount of wei in the unit in which it is read: `0.5 AVAX`, `7 wei`. */
export function formatCoin(wei: bigint, symbol: string): string {
  const isTiny = wei > -GWEI && wei < GWEI && wei !== 0n;
  return isTiny ? formatAmount(wei, 0, "wei") : formatAmount(wei, 18, symbol);
}

const GWEI = 10n ** 9n;

/** A gas price in the unit in which it is read: `25.3 nAVAX`, and `1 wei` instead of a billionth of that. */
export function splitGasPrice(wei: bigint, gwei: string): { decimals: number; unit: string } {
  return wei > 0n && wei < GWEI / 1000n ? { decimals: 0, unit: "wei" } : { decimals: 9, unit: gwei };
}

/**
 * Share of `part` in `whole` as `22 %`, exact for any integers. Under one percent and above 99 it has a decimal, so
 * that only nothing is `0 %` and only the whole `100 %`: `<0.1 %`, `0.3 %`, `99.6 %`, `>99.9 %`.
 */
export function formatPercent(part: Countable, whole: Countable): string {
  const some = toMillionths(part);
  const all = toMillionths(whole);
  return `${all === 0n ? "0" : percentOf(some, all)}${NARROW}%`;
}

/** A remaining share as a percentage, rounded down. */
export function formatPercentLeft(part: bigint | string, whole: bigint | string): string {
  const some = BigInt(part);
  const all = BigInt(whole);
  const percent = all === 0n ? 0n : (some * 100n) / all;
  return percent === 0n ? formatPercent(some, all) : `${percent}${NARROW}%`;
}

/** Numbers to take shares of. A string must be a decimal integer. */
type Countable = bigint | number | string;

function toMillionths(value: Countable): bigint {
  if (typeof value !== "number" || Number.isInteger(value)) return BigInt(value) * 1_000_000n;
  return BigInt(Math.max(1, Math.floor(value * 1e6)));
}

function percentOf(some: bigint, all: bigint): string {
  const whole = divideRounded(some * 100n, all);
  if (some === 0n || some === all || (some * 100n >= all && some * 100n <= all * 99n) || some >= all * 2n)
    return String(whole);
  const tenths = divideRounded(some * 1_000n, all);
  if (some * 1_000n < all) return `<${NARROW}0.1`;
  if (tenths === 1_000n) return some < all ? `>${NARROW}99.9` : `>${NARROW}100`;
  return trimZeros(`${tenths / 10n}.${tenths % 10n}`);
}

/** Rounds half up. */
function divideRounded(value: bigint, by: bigint): bigint {
  return (value * 2n + by) / (by * 2n);
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

/** Time a block may be ahead of the clock and still count as now: clocks differ by this much. */
const AHEAD = 10 * SECOND;

/** Age in one unit, rounded: `4 s`, `12 min`, `3 h`, `5 d`, `2 y`. A future time is shown as one: `in 5 min`. */
export function formatAge(ms: number): string {
  return ms < -AHEAD ? `in ${inOneUnit(-ms, Math.round)}` : inOneUnit(Math.max(0, ms), Math.round);
}

/** Age in running text: `36 s ago`, `in 5 min`. */
export function formatAgo(ms: number): string {
  return ms < -AHEAD ? formatAge(ms) : `${formatAge(ms)} ago`;
}

/** Time left in one unit, rounded down. */
export function formatShortLeft(ms: number): string {
  return inOneUnit(Math.max(0, ms), Math.floor);
}

function inOneUnit(ms: number, whole: (count: number) => number): string {
  const seconds = whole(ms / SECOND);
  if (seconds < 60) return `${seconds}${NARROW}s`;
  const minutes = whole(ms / MINUTE);
  if (minutes < 60) return `${minutes}${NARROW}min`;
  const hours = whole(ms / HOUR);
  if (hours < 24) return `${hours}${NARROW}h`;
  const days = whole(ms / DAY);
  return days < 730 ? `${groupDigits(days)}${NARROW}d` : `${whole(days / 365)}${NARROW}y`;
}

/**
 * A duration in at most two units, rounded to the smaller: `84 ms`, `0.31 s`, `12.4 s`, `1 min 5 s`, `1 d 7 h`, `90 d`.
 */
export function formatDuration(ms: number): string {
  return ms < 0 ? `${MINUS}${inTwoUnits(-ms, Math.round)}` : inTwoUnits(ms, Math.round);
}

/** Time left in at most two units, rounded down. */
export function formatLeft(ms: number): string {
  return inTwoUnits(Math.max(0, ms), Math.floor);
}

const UNITS = [
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "min"],
  [SECOND, "s"],
] as const;

/** Steps of rounding below each limit: 59.96 s become a minute, 1 d 23 h 59 min two days. */
const STEPS = [
  [10 * SECOND, 10],
  [MINUTE, 100],
  [HOUR, SECOND],
  [DAY, MINUTE],
  [Number.POSITIVE_INFINITY, HOUR],
] as const;

function inTwoUnits(ms: number, whole: (count: number) => number): string {
  if (whole(ms) < 100) return `${whole(ms)}${NARROW}ms`;
  const rounded = STEPS.map(([limit, step]) => ({ limit, span: whole(ms / step) * step }));
  let rest = rounded.find(({ limit, span }) => span < limit)?.span ?? ms;
  if (rest < MINUTE) return `${trimZeros((rest / SECOND).toFixed(2))}${NARROW}s`;
  const first = UNITS.findIndex(([size]) => rest >= size);
  const words: string[] = [];
  for (const [size, unit] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0) words.push(`${groupDigits(count)}${NARROW}${unit}`);
  }
  return words.join(" ");
}

/** `0.31 s` as number and unit. */
export function splitUnit(text: string): { value: string; unit: string } {
  const at = text.search(/[^\d.,−<>\u2009]|\u2009(?!\d)/);
  return { value: text.slice(0, at), unit: text.slice(at).trim() };
}

/**
 * `head…tail` of an id or address: six characters on each side, after a prefix (`NodeID-`, `0x`, `P-custom1`). Texts
 * that would not get shorter stay whole.
 */
export function headTail(id: string, head = 6, tail = 6): string {
  const prefix = /^(?:NodeID-|0x|(?:[A-Z]-)?[a-z]{2,10}1(?=[02-9ac-hj-np-z]{38}$))/.exec(id)?.[0].length ?? 0;
  const kept = prefix + head;
  return id.length <= kept + tail + 1 ? id : `${id.slice(0, kept)}…${id.slice(-tail)}`;
}

function trimZeros(text: string): string {
  return text.replace(/\.?0+$/, "");
}

/** A text cut to `most` characters. */
export function shorten(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}
