import { encodeAbiParameters, parseAbiParameters, toFunctionSelector } from "viem";
import { toHex } from "../../avalanche/codec/bytes";
import compiled from "./contracts/compiled.json";

/** The contracts of `contracts/`, for the chains that tests make. */
export type VmContract = keyof typeof compiled;

/** What a transaction carries to make a contract. Strings may be given as the bytes they are to hold: `0x…`. */
export function deployment(contract: VmContract, values: readonly unknown[] = []): string {
  return compiled[contract] + encodeAbi(CONSTRUCTORS[contract] ?? "", values).slice(2);
}

/** What a transaction carries to call `signature`, as `transfer(address,uint256)`. */
export function callData(signature: string, values: readonly unknown[] = []): string {
  const types = signature.slice(signature.indexOf("(") + 1, -1);
  return selectorOf(signature) + encodeAbi(types, values).slice(2);
}

/** The four bytes that name a function, as `name()`. */
export function selectorOf(signature: string): string {
  return toFunctionSelector(signature);
}

/** Values as contracts read them; `types` as `address,uint256`. */
export function encodeAbi(types: string, values: readonly unknown[]): string {
  return types === ""
    ? "0x"
    : encodeAbiParameters(parseAbiParameters(types) as readonly { type: string }[], values);
}

/** Text as the constructors take it. */
export function textBytes(text: string): string {
  return toHex(new TextEncoder().encode(text));
}

/** Names are given as bytes: tokens may say anything. */
const CONSTRUCTORS: { [contract in VmContract]?: string } = {
  Coin: "bytes,bytes,uint8",
  Collection: "bytes,bytes",
  PlainCollection: "bytes,bytes",
};
