import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toHex } from "../../avalanche/codec/bytes";
import { formatId, toCb58 } from "../../avalanche/ids";
import { InputError } from "../../errors";
import { readCb58Id } from "./cb58";

describe("an id's text", () => {
  it("is read back for any bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (id) => {
        expect(toHex(readCb58Id(formatId(id)))).toBe(toHex(id));
      }),
    );
  });

  it("or any other text is an id or an InputError", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        try {
          expect(readCb58Id(text)).toHaveLength(32);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      }),
    );
  });

  it("of fewer bytes is refused, with their number", () => {
    expect(() => readCb58Id(toCb58(new Uint8Array(20)))).toThrow(
      "invalid hash length: expected 32 bytes but got 20",
    );
    expect(() => readCb58Id("X")).toThrow("input string is smaller than the checksum size");
  });
});
