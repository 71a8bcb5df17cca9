import { equalBytes, fromHex } from "../codec/bytes";
import type { EvmLog } from "./receipt";
import { addressOf, isAddress, trim, WORD } from "./words";

/** A right to move tokens, as an event reports that it was given, changed or taken back. */
export interface TokenApproval {
  /**
   * `amount`: so much of an ERC-20. `all`: every token of the contract that the owner has, now or later. `one`: a single
   * token of an ERC-721, until it moves.
   */
  form: "amount" | "all" | "one";
  /** 20 bytes each. The spender of `one` is zeros if it was taken back. */
  owner: Uint8Array;
  spender: Uint8Array;
  /** Big-endian without leading zeros: the amount; of `all` 1, or nothing if it was taken back; of `one` the token's number. */
  value: Uint8Array;
}

/**
 * The approval that an event reports. Undefined for other events.
 * @source ERC-20, ERC-721: Approval; ERC-721, ERC-1155: ApprovalForAll
 */
export function approvalOf({ topics, data }: Pick<EvmLog, "topics" | "data">): TokenApproval | undefined {
  const [signature, owner, spender, number] = topics;
  if (signature === undefined || owner === undefined || spender === undefined) return undefined;
  if (topics.length > 4 || !isAddress(owner) || !isAddress(spender)) return undefined;
  if (number !== undefined) {
    if (data.length !== 0 || !equalBytes(signature, APPROVAL)) return undefined;
    return { form: "one", owner: addressOf(owner), spender: addressOf(spender), value: trim(number) };
  }
  if (data.length !== WORD) return undefined;
  const form = equalBytes(signature, APPROVAL)
    ? "amount"
    : equalBytes(signature, APPROVAL_FOR_ALL)
      ? "all"
      : undefined;
  return form && { form, owner: addressOf(owner), spender: addressOf(spender), value: trim(data) };
}

const APPROVAL = fromHex("0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925");
const APPROVAL_FOR_ALL = fromHex("0x17307eab39ab6107e8899845ad3d59bd9653f200f220920489ca2b5937696c31");
