import fc from "fast-check";
import { encodeFunctionData } from "viem";
import { expect, it } from "vitest";
import { toHex } from "../../codec/bytes";
import { encodeCall } from "./encode";
import { type AbiEntry, parseEntry } from "./entries";

const parse = (text: string) => parseEntry(text) as Extract<AbiEntry, { type: "function" }>;
const ADDRESS = "0x00000000000000000000000000000000000000a1";

it("arguments are written as the library writes them, lists and structures as JSON text too", () => {
  const entry = parse(
    "function f(uint256 a, (address to, int8[2] steps)[] legs, bytes data, bool on, string s)",
  );
  const args = [2n ** 200n, [[ADDRESS, [-128, 127]]], "0x0102", true, "é"] as const;
  const named = [args[0], [{ to: ADDRESS, steps: args[1][0][1] }], ...args.slice(2)];
  const expected = encodeFunctionData({ abi: [entry], functionName: "f", args: named as never });
  const given = [String(args[0]), JSON.stringify(args[1]), "0x0102", "true", "é"];
  expect(toHex(encodeCall(entry, given))).toBe(expected);
});

it("long numbers in a list keep their digits", () => {
  const entry = parse("function f(uint256[] a)");
  const data = toHex(encodeCall(entry, ["[123456789012345678901234567890]"]));
  expect(BigInt(`0x${data.slice(-64)}`)).toBe(123456789012345678901234567890n);
});

it.each<[string, unknown, string]>([
  ["uint8", "256", "does not fit into uint8"],
  ["uint8", "-1", "does not fit into uint8"],
  ["int8", "-129", "does not fit into int8"],
  ["uint256", "1e3", "whole number"],
  ["address", "0x12", "40 hex digits"],
  ["address", "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6e", "checksum"],
  ["bytes4", "0x0102", "4 bytes"],
  ["bytes", "0x012", "pairs of hex digits"],
  ["bool", "yes", "true or false"],
  ["uint256[2]", "[1]", "must have 2 items, not 1"],
  ["uint256[]", "{}", "JSON list"],
  ["(uint256,bool)", "[1]", "must have 2 members, not 1"],
])("a value of %s is refused if it is %s", (type, value, fault) => {
  expect(() => encodeCall(parse(`function f(${type} x)`), [value])).toThrow(RangeError);
  expect(() => encodeCall(parse(`function f(${type} x)`), [value])).toThrow(fault);
});

it("whatever is given is written or refused in words", () => {
  const entry = parse("function f((uint256 a, bytes32[] b)[] x, address y)");
  fc.assert(
    fc.property(fc.array(fc.anything(), { maxLength: 3 }), (values) => {
      try {
        encodeCall(entry, values);
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }),
  );
});
