import fc from "fast-check";
import { LosslessNumber, parse as referenceParse } from "lossless-json";
import { describe, expect, it } from "vitest";
import { parseLossless, stringifyLossless } from "./rpc";

describe("parseLossless", () => {
  it("keeps integers that a double would round", () => {
    expect(parseLossless('{"amount":8999999999999999999,"list":[-9007199254740993, 5]}')).toEqual({
      amount: 8999999999999999999n,
      list: [-9007199254740993n, 5],
    });
  });

  it("keeps what a double holds exactly as a number", () => {
    expect(parseLossless("[9007199254740991, 9007199254740992, 1.5, 1e30]")).toEqual([
      9007199254740991,
      9007199254740992n,
      1.5,
      1e30,
    ]);
  });

  it("does not touch digits inside strings and keys", () => {
    const text =
      '{"12345678901234567890": "a: 12345678901234567890, \\" 12345678901234567890", "n": 12345678901234567890}';
    expect(parseLossless(text)).toEqual({
      "12345678901234567890": 'a: 12345678901234567890, " 12345678901234567890',
      n: 12345678901234567890n,
    });
  });

  it("spends no time on absurdly long integers", () => {
    expect(parseLossless(`[${2n ** 256n - 1n}]`)).toEqual([2n ** 256n - 1n]);
    expect(parseLossless(`[${"9".repeat(5_000_000)}]`)).toEqual([Number.POSITIVE_INFINITY]);
  });

  it("refuses what JSON refuses", () => {
    for (const text of [
      "{12345678901234567890:1}",
      "01234567890123456789",
      "12345678901234567890abc",
      "--12345678901234567890",
      '[12345678901234567890 "open',
      "[12345678901234567890,]",
    ]) {
      expect(() => parseLossless(text), text).toThrow(SyntaxError);
    }
  });

  it("agrees with an independent parser on any value", () => {
    const leaf = fc.oneof(
      fc.bigInt(),
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
    );
    const tree = fc.letrec((tie) => ({
      node: fc.oneof(
        leaf,
        fc.array(tie("node"), { maxLength: 5 }),
        fc.dictionary(fc.string(), tie("node"), { maxKeys: 5 }),
      ),
    })).node;
    const number = (digits: string) => {
      const value = new LosslessNumber(digits).valueOf();
      return typeof value === "bigint" ? value : Number(digits);
    };
    fc.assert(
      fc.property(tree, (value) => {
        const text = stringifyLossless(value);
        expect(parseLossless(text)).toEqual(referenceParse(text, null, number));
      }),
    );
  });
});

describe("stringifyLossless", () => {
  it("writes bigints as bare numbers, in the order of the keys", () => {
    expect(stringifyLossless({ b: 2n ** 64n, a: [1n, undefined, null], gone: undefined })).toBe(
      '{"b":18446744073709551616,"a":[1,null,null]}',
    );
  });
});
