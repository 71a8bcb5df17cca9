import { bech32, bech32m } from "@scure/base";
import { describe, expect, it } from "vitest";
import { formatNodeId } from "../../avalanche/ids";
import { openAliases } from "../aliases";
import { openAddresses } from "./address";
import { decodeBytes, encodeBytes } from "./hex";

const chains = openAliases([
  ["P", "p-id"],
  ["mine", "p-id"],
  ["X", "x-id"],
]);
const addresses = openAddresses(chains, "P", "custom");
const alice = Uint8Array.from({ length: 20 }, (_, i) => i);
const text = addresses.format(alice);

describe("an address in a request", () => {
  it.each([
    ["as usual", text],
    ["with another name of the chain", text.replace("P-", "mine-")],
    ["in capitals after the chain", `P-${text.slice(2).toUpperCase()}`],
    ["in plain cb58", formatNodeId(alice).slice("NodeID-".length)],
    ["as bech32m", `P-${bech32m.encode("custom", bech32.toWords(alice))}`],
  ])("is read %s", (_, given) => {
    expect(addresses.parse(given)).toEqual(alice);
  });

  it.each([
    ["", "no separator found in address"],
    ["custom1qq", "no separator found in address"],
    ["P-short", "invalid bech32 string length 5"],
    [`P-${"q".repeat(91)}`, "invalid bech32 string length 91"],
    ["P-custom1 q2345678", "invalid character in string: ' '"],
    ["P-cusTom1qqqqqqqq", "string not all lowercase or all uppercase"],
    ["P-customqqqqqqqq", "invalid separator index -1"],
    ["P-custom1bqqqqqqq", "invalid character not part of charset: 98"],
    [text.replace("P-", "Q-"), "there is no ID with alias: Q"],
    [text.replace("P-", "X-"), 'mismatched chainIDs: expected "p-id" but got "x-id"'],
    [`P-${bech32.encode("avax", bech32.toWords(alice))}`, 'expected hrp "custom" but got "avax"'],
    [
      `P-${bech32.encode("custom", bech32.toWords(alice.subarray(2)))}`,
      "invalid hash length: expected 20 bytes but got 19",
    ],
  ])("%j is refused in the node's words", (given, words) => {
    expect(() => addresses.parse(given)).toThrow(`couldn't parse address ${JSON.stringify(given)}: ${words}`);
  });
});

describe("bytes in a request", () => {
  it.each(["hex", "hexc", "hexnc"] as const)(
    "are read from the same %s as they are written in",
    (encoding) => {
      expect(decodeBytes(encodeBytes(alice, encoding), encoding)).toEqual(alice);
    },
  );

  it.each([
    ["00", "hex", "missing 0x prefix to hex encoding"],
    ["0x0", "hex", "encoding/hex: odd length hex string"],
    ["0x0g", "hex", "encoding/hex: invalid byte: U+0067 'g'"],
    ["0x00", "hex", "input string is smaller than the checksum size"],
    ["0x0000000000", "hex", "invalid input checksum"],
    ["0x00", "json", "unsupported encoding in method"],
  ] as const)("%j in %s is refused in the node's words", (given, encoding, words) => {
    expect(() => decodeBytes(given, encoding)).toThrow(words);
  });
});
