import { expect, test } from "vitest";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { inputFields } from "./input-fields";

const WORD = (end: string) => end.padStart(64, "0");
const TRANSFER = fromHex(`0xa9059cbb${WORD("85fd5755284abb7350f71ccb4c0abc16411e267b")}${WORD("10")}`);

function fieldsOf(input: Uint8Array, signature?: string): string[] {
  return inputFields(input, signature).map(
    ({ label, start, end, value }) => `${start}-${end} ${label} ${value}`,
  );
}

test("arguments of a known signature are read by their types", () => {
  expect(fieldsOf(TRANSFER, "transfer(address,uint256)")).toEqual([
    "0-4 transfer(address,uint256) 0xa9059cbb",
    "4-36 address 0x85fd5755284aBb7350F71CCb4c0AbC16411E267b",
    "36-68 uint256 16",
  ]);
});

test("unknown words stay numbers, and types that don't fill one word each are not guessed", () => {
  const words = ["4-36 word 0 0x85fd5755284abb7350f71ccb4c0abc16411e267b", "36-68 word 1 0x10"];
  expect(fieldsOf(TRANSFER)).toEqual(["0-4 selector 0xa9059cbb", ...words]);
  expect(fieldsOf(TRANSFER, "multicall(bytes[])").slice(1)).toEqual(words);
});

test("every byte of any input is covered", () => {
  for (let length = 0; length < 80; length++) {
    const fields = inputFields(new Uint8Array(length), undefined);
    expect(fields.reduce((covered, { start, end }) => covered + end - start, 0)).toBe(length);
  }
});
