import { encodeAbiParameters, parseAbiParameters, toFunctionSelector } from "viem";
import { toHex } from "../../avalanche/codec/bytes";
import compiled from "./contracts/compiled.json" with { type: "json" };

/** The contracts in `contracts/`, for the chains of tests. */
export type VmContract = keyof typeof compiled;

/** Data of a transaction that creates a contract. A string may be given as the bytes it should hold: `0x…`. */
export function deployment(contract: VmContract, values: readonly unknown[] = []): string {
  return compiled[contract] + encodeAbi(CONSTRUCTORS[contract] ?? "", values).slice(2);
}

/** Data of a transaction that calls `signature`, such as `transfer(address,uint256)`. */
export function callData(signature: string, values: readonly unknown[] = []): string {
  const types = signature.slice(signature.indexOf("(") + 1, -1);
  return selectorOf(signature) + encodeAbi(types, values).slice(2);
}

/** The four bytes that select a function, such as `name()`. */
export function selectorOf(signature: string): string {
  return toFunctionSelector(signature);
}

/** ABI-encoded values; `types` is a list such as `address,uint256`. */
export function encodeAbi(types: string, values: readonly unknown[]): string {
  return types === ""
    ? "0x"
    : encodeAbiParameters(parseAbiParameters(types) as readonly { type: string }[], values);
}

/** Text in the form that the constructors take. */
export function textBytes(text: string): string {
  return toHex(new TextEncoder().encode(text));
}

/** Names are given as bytes, because tokens may return anything. */
const CONSTRUCTORS: { [contract in VmContract]?: string } = {
  Coin: "bytes,bytes,uint8",
  Collection: "bytes,bytes",
  PlainCollection: "bytes,bytes",
};
