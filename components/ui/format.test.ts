import { describe, expect, test } from "vitest";
import {
  formatAge,
  formatAmount,
  formatAvax,
  formatBytes,
  formatDuration,
  formatPercent,
  formatTime,
  groupDigits,
  headTail,
  plural,
  shortenTotal,
  splitAmount,
  spokenId,
} from "./format";

/** The narrow space reads as an ordinary one here, so that expectations stay legible. */
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
  test("a column keeps common decimals, but no more than the unit has", () => {
    expect(splitAmount(1_078_000_000n, 9, 6).fraction).toBe("078000");
    expect(splitAmount(5n, 0, 6).fraction).toBe("");
  });
  test("big totals are cut for the stats band and small ones stay whole", () => {
    expect(shortenTotal(461_884_213_804_117_925n, 9)).toEqual({ value: "461.88", unit: "M" });
    expect(shortenTotal(999_999_999_999_999n, 9)).toEqual({ value: "999,999", unit: "" });
    expect(shortenTotal(360_000_000_000_000_000_000n, 9)).toEqual({ value: "360", unit: "G" });
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
    [59_999, "59 s"],
    [60_000, "1 min"],
    [3_599_999, "59 min"],
    [86_399_999, "23 h"],
    [5 * 86_400_000, "5 d"],
    [800 * 86_400_000, "2 y"],
  ])("an age of %i ms reads %s", (ms, text) => {
    expect(plain(formatAge(ms))).toBe(text);
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
  ])("a span of %i ms reads %s", (ms, text) => {
    expect(plain(formatDuration(ms))).toBe(text);
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
  test("a screen reader hears the end, which is what people compare", () => {
    expect(spokenId("2rn2LBovoxkYFe9jcqNDtzsqUChMp2bvzPwVbAcTkcc1rWzDQ4")).toBe("id ending rWzDQ4");
  });
});
