import { expect, test } from "vitest";
import { fromHex, toHex } from "../codec/bytes";
import { approvalOf } from "./approvals";

const APPROVAL = "0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925";
const APPROVAL_FOR_ALL = "0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31";
const OWNER = `0x${"0".repeat(24)}${"ab".repeat(20)}`;
const SPENDER = `0x${"0".repeat(24)}${"cd".repeat(20)}`;

function read(topics: readonly string[], data: string) {
  const found = approvalOf({ topics: topics.map(fromHex), data: fromHex(data) });
  return found && [found.form, toHex(found.owner), toHex(found.spender), toHex(found.value)];
}

const word = (value: bigint) => `0x${value.toString(16).padStart(64, "0")}`;
const PARTIES = [`0x${"ab".repeat(20)}`, `0x${"cd".repeat(20)}`];

test("an amount, a right to all tokens, and the end of either are read", () => {
  expect(read([APPROVAL, OWNER, SPENDER], word(0x1234n))).toEqual(["amount", ...PARTIES, "0x1234"]);
  expect(read([APPROVAL, OWNER, SPENDER], word(0n))).toEqual(["amount", ...PARTIES, "0x"]);
  expect(read([APPROVAL_FOR_ALL, OWNER, SPENDER], word(1n))).toEqual(["all", ...PARTIES, "0x01"]);
  expect(read([APPROVAL_FOR_ALL, OWNER, SPENDER], word(0n))).toEqual(["all", ...PARTIES, "0x"]);
});

test("a right to one token, and its end, are read with the token's number", () => {
  expect(read([APPROVAL, OWNER, SPENDER, word(7n)], "0x")).toEqual(["one", ...PARTIES, "0x07"]);
  const nobody = `0x${"0".repeat(40)}`;
  expect(read([APPROVAL, OWNER, word(0n), word(0n)], "0x")).toEqual(["one", PARTIES[0], nobody, "0x"]);
});

test("other events and data that do not fit are none", () => {
  expect(read([APPROVAL, OWNER, SPENDER, word(7n)], word(1n))).toBeUndefined();
  expect(read([APPROVAL_FOR_ALL, OWNER, SPENDER, word(7n)], "0x")).toBeUndefined();
  expect(read([APPROVAL, OWNER, SPENDER], "0x")).toBeUndefined();
  expect(read([APPROVAL, OWNER], word(1n))).toBeUndefined();
  expect(read([APPROVAL, `0x01${OWNER.slice(4)}`, SPENDER], word(1n))).toBeUndefined();
  expect(read([word(1n), OWNER, SPENDER], word(1n))).toBeUndefined();
});
