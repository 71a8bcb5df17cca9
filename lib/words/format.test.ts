import { describe, expect, test } from "vitest";
import {
  commonDecimals,
  formatAge,
  formatAgo,
  formatAmount,
  formatAvax,
  formatBytes,
  formatCoin,
  formatDuration,
  formatLeft,
  formatPercent,
  formatShortLeft,
  formatTime,
  groupDigits,
  headTail,
  plural,
  shortenTotal,
  splitAmount,
  splitGasPrice,
  splitUnit,
} from "./format";

/** A thin space is compared as an ordinary one, so that expectations stay legible. */
const plain = (text: string) => text.replaceAll("\u2009", " ");

describe("amounts", () => {
  test("the smallest amount is never rounded to zero", () => {
    expect(formatAmount(1n, 9)).toBe("0.000000001");
    expect(formatAmount(1n, 18)).toBe("0.000000000000000001");
  });
  test("trailing zeros go, thousands are grouped, u64 and u256 stay exact", () => {
    expect(plain(formatAvax(2_500_000_000_000n))).toBe("2,500 AVAX");
    expect(plain(formatAvax(18_446_744_073_709_551_615n))).toBe("18,446,744,073.709551615 AVAX");
    expect(formatAmount(2n ** 256n - 1n, 0)).toMatch(/^115,792,.*639,935$/);
  });
  test("a negative amount has a real minus sign", () => {
    expect(splitAmount(-12_500_000_000n, 9)).toEqual({ sign: "−", integer: "12", fraction: "5" });
  });
  test("an amount with unknown decimals is in base units, and says so", () => {
    expect(plain(formatAmount(135_802_467n, undefined, "0x224A…"))).toBe("135,802,467 base units of 0x224A…");
    expect(plain(formatAmount(1n, undefined))).toBe("1 base units");
  });
  test("large totals are shortened for the stats band and small ones stay whole", () => {
    expect(shortenTotal(461_884_213_804_117_925n, 9)).toEqual({ value: "461.88", unit: "M" });
    expect(shortenTotal(999_999_999_999_999n, 9)).toEqual({ value: "999,999", unit: "" });
    expect(shortenTotal(360_000_000_000_000_000_000n, 9)).toEqual({ value: "360", unit: "B" });
  });
  test("no total has more than 999 of a unit: letters to trillions, then words, then powers of ten", () => {
    expect(shortenTotal(720n * 10n ** 21n, 9)).toEqual({ value: "720", unit: "T" });
    expect(shortenTotal(23_100_000n * 10n ** 18n, 0)).toEqual({ value: "23.1", unit: "septillion" });
    const most = shortenTotal(2n ** 256n - 1n, 0);
    expect({ ...most, value: plain(most.value) }).toEqual({ value: "1.15 × 10⁷⁷", unit: "" });
    for (let digits = 7; digits < 28; digits++)
      expect(Number.parseFloat(shortenTotal(10n ** BigInt(digits) - 1n, 0).value)).toBeLessThan(1000);
  });
  test("a column has the decimals of its longest amount, nine at most", () => {
    expect(commonDecimals([45_000n, "200000", 2_100_000n], 9)).toBe(6);
    expect(commonDecimals([1n], 18)).toBe(9);
    expect(commonDecimals([], 18)).toBe(0);
  });
  test("wei and gas prices are in the unit in which they are read", () => {
    expect(plain(formatCoin(7n, "AVAX"))).toBe("7 wei");
    expect(plain(formatCoin(0n, "AVAX"))).toBe("0 AVAX");
    expect(plain(formatCoin(10n ** 9n, "AVAX"))).toBe("0.000000001 AVAX");
    expect(splitGasPrice(1n, "nAVAX")).toEqual({ decimals: 0, unit: "wei" });
    expect(splitGasPrice(25_000_000_000n, "gwei")).toEqual({ decimals: 9, unit: "gwei" });
  });
});

describe("counts and shares", () => {
  test("digits are grouped in threes, also as text and below zero", () => {
    expect(groupDigits(98_412_307)).toBe("98,412,307");
    expect(groupDigits("123")).toBe("123");
    expect(groupDigits(-1_234n)).toBe("−1,234");
  });
  test("one tx, many txs", () => {
    expect(plural(1, "tx")).toBe("1 tx");
    expect(plural(1n, "tx")).toBe("1 tx");
    expect(plural(0, "tx")).toBe("0 txs");
    expect(plural(2, "entry", "entries")).toBe("2 entries");
  });
  test("a share that is not zero is not shown as zero", () => {
    expect(plain(formatPercent(1, 100_000))).toBe("< 0.1 %");
    expect(plain(formatPercent(3, 1000))).toBe("0.3 %");
    expect(plain(formatPercent(0, 0))).toBe("0 %");
    expect(plain(formatPercent(22, 100))).toBe("22 %");
    expect(plain(formatPercent(1n, 10n ** 30n))).toBe("< 0.1 %");
    expect(plain(formatPercent(1e-9, 100))).toBe("< 0.1 %");
  });
  test.each([
    [996, 1000, "99.6 %"],
    [992, 1000, "99.2 %"],
    [99, 100, "99 %"],
    [10n ** 30n - 1n, 10n ** 30n, "> 99.9 %"],
    ["18446744073709551614", "18446744073709551615", "> 99.9 %"],
    [99.999_999_9, 100, "> 99.9 %"],
    [100_01, 100_00, "> 100 %"],
    [100_4, 100_0, "100.4 %"],
    [1040, 1000, "104 %"],
    [7n, 7n, "100 %"],
    [300, 100, "300 %"],
  ] as const)("only the whole is 100 %%: %s of %s is %s", (part, whole, text) => {
    expect(plain(formatPercent(part, whole))).toBe(text);
  });
  test("a figure is split with its sign", () => {
    const parts = splitUnit(formatPercent(9999, 10_000));
    expect({ ...parts, value: plain(parts.value) }).toEqual({ value: "> 99.9", unit: "%" });
    expect(splitUnit(formatDuration(310))).toEqual({ value: "0.31", unit: "s" });
    expect(splitUnit(formatDuration(65_000))).toEqual({ value: "1", unit: "min 5\u2009s" });
  });
  test("sizes are bytes while they are small", () => {
    expect(formatBytes(1463)).toBe("1,463 bytes");
    expect(plain(formatBytes(84_200_000))).toBe("84.2 MB");
  });
});

describe("times", () => {
  test("absolute times are UTC to the second or the millisecond", () => {
    const at = Date.UTC(2026, 10, 20, 14, 31, 58, 123);
    expect(formatTime(at)).toBe("20 Nov 2026, 14:31:58 UTC");
    expect(formatTime(at, true)).toBe("20 Nov 2026, 14:31:58.123 UTC");
  });
  test.each([
    [-5_000, "0 s"],
    [59_400, "59 s"],
    [59_999, "1 min"],
    [60_000, "1 min"],
    [3_599_999, "1 h"],
    [86_399_999, "1 d"],
    [5 * 86_400_000, "5 d"],
    [800 * 86_400_000, "2 y"],
  ])("an age of %i ms reads %s", (ms, text) => {
    expect(plain(formatAge(ms))).toBe(text);
  });
  test("a time further ahead than clocks differ is not shown as now", () => {
    expect(plain(formatAge(-300_000))).toBe("in 5 min");
    expect(plain(formatAgo(-300_000))).toBe("in 5 min");
    expect(plain(formatAgo(-10_000))).toBe("0 s ago");
    expect(plain(formatAgo(36_000))).toBe("36 s ago");
  });
  test.each([
    [0, "0 ms"],
    [84, "84 ms"],
    [310, "0.31 s"],
    [10_000, "10 s"],
    [12_400, "12.4 s"],
    [65_000, "1 min 5 s"],
    [111_600_000, "1 d 7 h"],
    [90 * 86_400_000, "90 d"],
    [-310, "−0.31 s"],
    [99.6, "0.1 s"],
    [59_960, "1 min"],
    [172_740_000, "2 d"],
    [86_380_000, "1 d"],
    [125_600, "2 min 6 s"],
  ])("a span of %i ms reads %s, rounded", (ms, text) => {
    expect(plain(formatDuration(ms))).toBe(text);
  });
  test.each([
    [172_740_000, "1 d 23 h", "1 d"],
    [59_960, "59.9 s", "59 s"],
    [5_999, "5.99 s", "5 s"],
    [-1, "0 ms", "0 s"],
  ])("time left, %i ms, is never rounded up", (ms, text, short) => {
    expect(plain(formatLeft(ms))).toBe(text);
    expect(plain(formatShortLeft(ms))).toBe(short);
  });
});

describe("ids", () => {
  test.each([
    ["2rn2LBovoxkYFe9jcqNDtzsqUChMp2bvzPwVbAcTkcc1rWzDQ4", "2rn2LB…rWzDQ4"],
    ["0x86341d6b091b14af1131783d8dba1f65cbef76e395db98bc9127e452a1a81a50", "0x86341d…a81a50"],
    ["NodeID-95w99AxAMj1L5jDZUQDo5Wf6KdAgxYkX5", "NodeID-95w99A…gxYkX5"],
    ["P-avax1dq4fsn9h8z50xevr9h7rcxd788em7k5xp2e6vr", "P-avax1dq4fsn…p2e6vr"],
    ["custom1dq4fsn9h8z50xevr9h7rcxd788em7k5xp2e6vr", "custom1dq4fsn…p2e6vr"],
    ["short", "short"],
  ])("%s is shown as %s", (id, shown) => {
    expect(headTail(id)).toBe(shown);
  });
});
