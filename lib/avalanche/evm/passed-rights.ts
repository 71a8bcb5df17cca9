import { concatBytes, fromHex } from "../codec/bytes";
import { addressWord } from "./calls";
import type { EvmLog } from "./receipt";
import { addressOf, isAddress, trim, WORD } from "./words";

/**
 * Rights to move tokens that a contract passes on: an owner lets the contract move a token, and tells the contract who may have
 * it moved, how much and until when. Permit2 is such a contract; any other with its interface is read alike.
 */

/** A right that an event gives or changes, 20 bytes each. */
export interface PassedRight {
  owner: Uint8Array;
  token: Uint8Array;
  spender: Uint8Array;
  /** Big-endian without leading zeros. */
  amount: Uint8Array;
}

/** First topics of the events that give rights. @source Permit2: Approval and Permit of its AllowanceTransfer */
export const PASSED_RIGHT_EVENTS: readonly Uint8Array[] = [
  fromHex("0xda9fa7c1b00402c17d0161b249b1ab8bbec047c5a52207b9c112deffd817036b"),
  fromHex("0xc6a377bfc4eb120024a8ac08eef205be16b817020812c73223e81d1bdb9708ec"),
];

/** The right in a log whose first topic is one of `PASSED_RIGHT_EVENTS`; undefined if the rest is of another form. */
export function passedRightOf({ topics, data }: Pick<EvmLog, "topics" | "data">): PassedRight | undefined {
  const [, owner, token, spender] = topics;
  if (!owner || !token || !spender || ![owner, token, spender].every(isAddress)) return undefined;
  if (data.length !== 2 * WORD && data.length !== 3 * WORD) return undefined;
  return {
    owner: addressOf(owner),
    token: addressOf(token),
    spender: addressOf(spender),
    amount: trim(data.subarray(0, WORD)),
  };
}

/** What is left of a right. @source Permit2: allowance(address,address,address) */
export function passedRightCall(owner: Uint8Array, token: Uint8Array, spender: Uint8Array): Uint8Array {
  return concatBytes(ALLOWANCE, addressWord(owner), addressWord(token), addressWord(spender));
}

const ALLOWANCE = fromHex("0x927da105");

/** The answer to `passedRightCall`: an amount, and the last second (unix) in which it counts. Undefined for any other. */
export function readPassedRight(
  answer: Uint8Array | undefined,
): { amount: bigint; expiration: number } | undefined {
  if (answer?.length !== 3 * WORD) return undefined;
  const [amount = 0n, expiration = 0n] = [0, WORD].map((at) => numberOf(answer.subarray(at, at + WORD)));
  return { amount, expiration: Number(expiration) };
}

function numberOf(word: Uint8Array): bigint {
  return word.reduce((value, byte) => (value << 8n) | BigInt(byte), 0n);
}
