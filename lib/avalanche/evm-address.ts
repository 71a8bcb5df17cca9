import { keccak256 } from "#keccak";
import { fromHex, toHex } from "./codec/bytes";

/** The sender of a mint and the receiver of a burn. */
export const ZERO_ADDRESS: Uint8Array = new Uint8Array(20);

/** `0x…` of an address. If it has 20 bytes, with the EIP-55 checksum in the case of its letters. */
export function formatEvmAddress(address: Uint8Array): string {
  if (address.length !== 20) return toHex(address);
  const digits = new Uint8Array(40);
  for (let at = 0; at < 40; at++) digits[at] = CODES[halfByte(address, at)] ?? 0;
  const hash = keccak256(digits);
  let text = "0x";
  for (let at = 0; at < 40; at++) text += (halfByte(hash, at) < 8 ? DIGITS : CAPITALS)[halfByte(address, at)];
  return text;
}

const DIGITS = [..."0123456789abcdef"];
const CAPITALS = DIGITS.map((digit) => digit.toUpperCase());
const CODES = DIGITS.map((digit) => digit.charCodeAt(0));

function halfByte(bytes: Uint8Array, at: number): number {
  const byte = bytes[at >> 1] ?? 0;
  return at % 2 === 0 ? byte >> 4 : byte & 0xf;
}

/** Whether the letters of `0x` and 40 hex digits are in the case of EIP-55, or all in one case, which checks nothing. */
export function hasValidCase(text: string): boolean {
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return formatEvmAddress(fromHex(text.toLowerCase())) === `0x${digits}`;
}
