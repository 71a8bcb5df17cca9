import fc from "fast-check";
import { expect, it } from "vitest";
import { concatBytes, fromHex, toHex } from "../../codec/bytes";
import { argumentsAfter, argumentsAfterMetadata, CodeBook } from "./match";
import { readMetadata } from "./metadata";

const hashed = (byte: string) => `a2646970667358221220${byte.repeat(32)}64736f6c634300081e0033`;
const ZEROS = "00".repeat(32);
/** Code with an immutable word and the address of a library. */
const codeOf = ({ word = ZEROS, library = "__$0123456789abcdef0123456789abcdef01$__", hash = "ab" }) =>
  `60807f${word}5073${library}50${hashed(hash)}`;
const DEPLOYED = fromHex(`0x${codeOf({ word: "11".repeat(32), library: "22".repeat(20), hash: "cd" })}`);

it("the compiler is named by solc's and vyper's metadata, and by none where there are none", () => {
  expect(readMetadata(DEPLOYED)).toMatchObject({
    length: 53,
    compiler: "solc 0.8.30",
    source: { kind: "ipfs" },
  });
  // Vyper writes a list whose last item is the map, and a length that counts itself.
  expect(readMetadata(fromHex("0x6000830a80a1657679706572830004000010"))).toEqual({
    length: 16,
    compiler: "vyper 0.4.0",
  });
  expect(readMetadata(fromHex("0x60006000"))).toBeUndefined();
});

it("code is found in spite of immutables, libraries and metadata, told or not, and not if anything else differs", () => {
  for (const immutables of [undefined, { "7": [{ start: 3, length: 32 }] }]) {
    const book = new CodeBook<string>();
    book.add({ object: `0x${codeOf({})}`, immutables }, "it");
    expect(book.find(DEPLOYED)).toBe("it");
    const other = DEPLOYED.slice();
    other[0] = 0x61;
    expect(book.find(other)).toBeUndefined();
    expect(book.find(DEPLOYED.subarray(1))).toBeUndefined();
  }
});

it("an interface, which has no code, is never found", () => {
  const book = new CodeBook<string>();
  book.add({ object: "0x" }, "it");
  expect(book.find(new Uint8Array())).toBeUndefined();
});

it("constructor arguments follow the creation code, by an artifact or by metadata alone", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 96 }), (args) => {
      const creation = fromHex(`0x6000f3${toHex(DEPLOYED).slice(2)}`);
      const data = concatBytes(creation, args);
      expect(argumentsAfter({ object: toHex(creation) }, data)).toEqual(args);
      expect(argumentsAfterMetadata(DEPLOYED, data)).toEqual(args);
    }),
  );
});

it("no bytes make the reader of metadata fail", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
      readMetadata(bytes);
      readMetadata(concatBytes(bytes, Uint8Array.of(0, bytes.length)));
    }),
  );
});
