import { concatBytes, fromHex } from "../codec/bytes";

/** Calls that contracts answer about their tokens, as the data of an `eth_call`. */

const WORD = 32;

/** An account's balance, or its number of tokens. @source ERC-20, ERC-721: balanceOf(address) */
export function balanceOfCall(account: Uint8Array): Uint8Array {
  return concatBytes(BALANCE_OF, addressWord(account));
}

const BALANCE_OF = fromHex("0x70a08231");

/** How much a spender may move of an owner's tokens. @source ERC-20: allowance(address,address) */
export function allowanceCall(owner: Uint8Array, spender: Uint8Array): Uint8Array {
  return concatBytes(ALLOWANCE, addressWord(owner), addressWord(spender));
}

const ALLOWANCE = fromHex("0xdd62ed3e");

/** Whether an operator may move all of an owner's tokens. @source ERC-721, ERC-1155: isApprovedForAll(address,address) */
export function isApprovedForAllCall(owner: Uint8Array, operator: Uint8Array): Uint8Array {
  return concatBytes(IS_APPROVED_FOR_ALL, addressWord(owner), addressWord(operator));
}

const IS_APPROVED_FOR_ALL = fromHex("0xe985e9c5");

/** Who may move one token. @source ERC-721: getApproved(uint256) */
export function getApprovedCall(tokenNumber: bigint): Uint8Array {
  return concatBytes(GET_APPROVED, wordOf(tokenNumber));
}

const GET_APPROVED = fromHex("0x081812fc");

/** An address as a word of the ABI. */
export function addressWord(address: Uint8Array): Uint8Array {
  return concatBytes(new Uint8Array(WORD - address.length), address);
}

/** The owner of a token. @source ERC-721: ownerOf(uint256) */
export function ownerOfCall(tokenNumber: bigint): Uint8Array {
  return concatBytes(OWNER_OF, wordOf(tokenNumber));
}

const OWNER_OF = fromHex("0x6352211e");

/** How many of a token an account has. @source ERC-1155: balanceOf(address,uint256) */
export function balanceOfTokenCall(account: Uint8Array, tokenNumber: bigint): Uint8Array {
  return concatBytes(BALANCE_OF_TOKEN, addressWord(account), wordOf(tokenNumber));
}

const BALANCE_OF_TOKEN = fromHex("0x00fdd58e");

function wordOf(value: bigint): Uint8Array {
  return fromHex(`0x${value.toString(16).padStart(2 * WORD, "0")}`);
}

/** @source ERC-20: totalSupply() */
export const TOTAL_SUPPLY_CALL: Uint8Array = fromHex("0x18160ddd");

/** The address that a contract returned; undefined for any other answer. */
export function readAddress(answer: Uint8Array | undefined): Uint8Array | undefined {
  const value = readUint256(answer);
  return value === undefined || value >> ADDRESS_BITS > 0n ? undefined : answer?.slice(WORD - ADDRESS);
}

const ADDRESS = 20;
const ADDRESS_BITS = 160n;

/** The single number that a contract returned; undefined for any other answer. */
export function readUint256(answer: Uint8Array | undefined): bigint | undefined {
  if (answer?.length !== WORD) return undefined;
  let value = 0n;
  for (const byte of answer) value = (value << 8n) | BigInt(byte);
  return value;
}
