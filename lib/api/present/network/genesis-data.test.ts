import { expect, test } from "vitest";
import { DIALECTS } from "../../request/dialect";
import { presentGenesisData } from "./genesis-data";

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const evm = { config: { chainId: 1 }, alloc: {}, baseFeePerGas: "0x19", gasLimit: "0x10", number: "0x0" };

test("the genesis of an EVM chain is unchanged", () => {
  expect(presentGenesisData(DIALECTS.seed, bytesOf(evm))).toEqual(evm);
});

test("SDKs get the base fee and the airdrop as numbers, the rest as it is", () => {
  const genesis = { ...evm, airdropAmount: "0x0a" };
  expect(presentGenesisData(DIALECTS.sdk, bytesOf(genesis))).toEqual({
    ...evm,
    baseFeePerGas: 25,
    airdropAmount: 10,
  });
  expect(presentGenesisData(DIALECTS.sdk, bytesOf({ ...evm, baseFeePerGas: null }))).toMatchObject({
    baseFeePerGas: null,
  });
});

test.each([
  ["no bytes", new Uint8Array(), "0x"],
  ["text", new TextEncoder().encode("hi"), "0x6869"],
  ["half a JSON object", new TextEncoder().encode("{"), "0x7b"],
  ["JSON that is not an EVM genesis", bytesOf({ a: 1 }), "0x7b2261223a317d"],
])("any other genesis is given as bytes: %s", (_, bytes, data) => {
  expect(presentGenesisData(DIALECTS.seed, bytes)).toEqual({ encoding: "hex", data });
});
