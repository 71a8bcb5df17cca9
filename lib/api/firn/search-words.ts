import { dagIndexOf, positionOf } from "../../store/rows/columns";

/** The reason of a text that has the form and the length of an id, but not its checksum. */
export const WRONG_CHECKSUM = "Its checksum does not match: a character is wrong or missing";

/**
 * The text that is searched: of a link its last part, and hex with 0x in front, in lower case unless the case of its
 * letters is a checksum.
 */
export function searchedText(q: string): string {
  const last = /^https?:\/\/[^?#]*?([^/?#]+)\/?(?:[?#].*)?$/.exec(q)?.[1] ?? q;
  const text = /^([0-9a-f]{64}|[0-9a-f]{40})$/i.test(last) ? `0x${last}` : last;
  if (!/^0x[0-9a-f]+$/i.test(text)) return text;
  const digits = text.slice(2);
  return digits.length === 40 ? `0x${digits}` : `0x${digits.toLowerCase()}`;
}

/** Whether a position of P or X belongs to the genesis, whose transactions are in no block. */
export function isOfGenesis(position: number): boolean {
  return dagIndexOf(position) === undefined && position < positionOf(1, 0);
}

/** A height, with or without thousands separators; undefined for any other text. */
export function readHeightText(text: string): bigint | undefined {
  const digits = text.replace(/[,_\s]/g, "");
  return /^\d+$/.test(digits) ? BigInt(digits) : undefined;
}

/** Unix seconds as `21 Nov 2026`. */
export function dayOf(seconds: number): string {
  return new Date(seconds * 1000).toUTCString().slice(5, 16).replace(/^0/, "");
}

/** `1 transaction`, `2 transactions`. */
export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString("en-US")} ${noun}${amount === 1 ? "" : "s"}`;
}
