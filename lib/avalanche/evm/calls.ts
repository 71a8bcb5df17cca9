import { concatBytes, fromHex } from "../codec/bytes";

/** Calls that contracts answer about their tokens, as the data of an `eth_call`. */

const WORD = 32;

/** An account's balance, or its number of tokens. @source ERC-20, ERC-721: balanceOf(address) */
export function balanceOfCall(account: Uint8Array): Uint8Array {
  return concatBytes(BALANCE_OF, new Uint8Array(WORD - account.length), account);
}

const BALANCE_OF = fromHex("0x70a08231");

/** @source ERC-20: totalSupply() */
export const TOTAL_SUPPLY_CALL: Uint8Array = fromHex("0x18160ddd");

/** The single number that a contract returned; undefined for any other answer. */
export function readUint256(answer: Uint8Array | undefined): bigint | undefined {
  if (answer?.length !== WORD) return undefined;
  let value = 0n;
  for (const byte of answer) value = (value << 8n) | BigInt(byte);
  return value;
}
