import { keccak256 } from "#keccak";
import { fromHex, toHex } from "./codec/bytes";

/** The sender of a mint and the receiver of a burn. */
export const ZERO_ADDRESS: Uint8Array = new Uint8Array(20);

/** `0x…` of an address. If it has 20 bytes, with the EIP-55 checksum in the case of its letters. */
export function formatEvmAddress(address: Uint8Array): string {
  const hex = toHex(address);
  if (address.length !== 20) return hex;
  const hash = toHex(keccak256(new TextEncoder().encode(hex.slice(2))));
  return hex.replace(/[a-f]/g, (letter, at: number) =>
    Number.parseInt(hash[at] ?? "0", 16) >= 8 ? letter.toUpperCase() : letter,
  );
}

/** Whether the letters of `0x` and 40 hex digits are in the case of EIP-55, or all in one case, which checks nothing. */
export function hasValidCase(text: string): boolean {
  const digits = text.slice(2);
  if (digits === digits.toLowerCase() || digits === digits.toUpperCase()) return true;
  return formatEvmAddress(fromHex(text.toLowerCase())) === `0x${digits}`;
}
