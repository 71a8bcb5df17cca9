import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { toHex } from "./codec/bytes";
import { rangeOfBech32, rangeOfHex, rangesOfCb58 } from "./id-beginnings";
import { formatAddress, toCb58 } from "./ids";

/** Ids of 32 bytes and node ids of 20, some with zero bytes in front. */
const bytes = fc
  .tuple(
    fc.constantFrom(20, 32),
    fc.integer({ min: 0, max: 20 }),
    fc.uint8Array({ minLength: 32, maxLength: 32 }),
  )
  .map(([size, zeros, random]) => random.fill(0, 0, zeros).slice(0, size));

const isWithin = (id: Uint8Array, { from, through }: { from: Uint8Array; through: Uint8Array }) =>
  Buffer.compare(from, id) <= 0 && Buffer.compare(id, through) <= 0;

describe("the ranges of a beginning", () => {
  test("hold every id whose cb58 text begins like that", () => {
    fc.assert(
      fc.property(bytes, fc.double({ min: 0, max: 1, noNaN: true }), (id, share) => {
        const text = toCb58(id);
        const beginning = text.slice(0, Math.ceil(share * text.length));
        const ranges = rangesOfCb58(beginning, id.length);
        expect(ranges.some((range) => isWithin(id, range))).toBe(true);
      }),
    );
  });

  test("hold few other ids: only their first and last bytes may differ", () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 4, max: 12 }), (id, length) => {
        const beginning = toCb58(id).slice(0, length);
        for (const { from, through } of rangesOfCb58(beginning, id.length)) {
          const middle = (BigInt(toHex(from)) + BigInt(toHex(through))) / 2n;
          if (BigInt(toHex(through)) - BigInt(toHex(from)) < 4n) continue;
          const text = toCb58(Buffer.from(middle.toString(16).padStart(2 * id.length, "0"), "hex"));
          expect(text.startsWith(beginning)).toBe(true);
        }
      }),
    );
  });

  test("hold every address and every hash that begins like that", () => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 0, max: 60 }), (id, length) => {
        const [, letters = ""] = formatAddress("custom", id).split("1");
        const range = rangeOfBech32(letters.slice(0, length), id.length);
        expect(range !== undefined && isWithin(id, range)).toBe(true);
        expect(isWithin(id, rangeOfHex(toHex(id).slice(2, 2 + (length % (2 * id.length))), id.length))).toBe(
          true,
        );
      }),
    );
  });

  test("are none for letters that no id has", () => {
    expect(rangesOfCb58("2rn0", 32)).toEqual([]);
    expect(rangesOfCb58("z".repeat(60), 32)).toEqual([]);
    expect(rangeOfBech32("srhb", 20)).toBeUndefined();
  });
});
