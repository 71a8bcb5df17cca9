import { fromHex } from "./codec/bytes";

/** Bytes from `from` to `through`, both of one length and both included. */
export interface BytesRange {
  from: Uint8Array;
  through: Uint8Array;
}

/** Which bytes have a hex text that begins with these digits. At most twice `size` digits, in either case. */
export function rangeOfHex(digits: string, size: number): BytesRange {
  const fill = (digit: "0" | "f") => fromHex(`0x${digits.toLowerCase().padEnd(2 * size, digit)}`);
  return { from: fill("0"), through: fill("f") };
}

const CB58_LETTERS = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const CHECKSUM_BYTES = 4;

/**
 * Which bytes may have a cb58 text that begins with `text`, in ascending order; none if no cb58 of that size does. Texts
 * of bytes of one size differ in length, and each length is a range. The checksum is cut off, so the first and the last
 * bytes of a range may have another beginning.
 */
export function rangesOfCb58(text: string, size: number): BytesRange[] {
  // Each 1 in front is a zero byte, and then the text goes on with another letter.
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const length = size + CHECKSUM_BYTES - zeros;
  const value = readLetters(text.slice(zeros));
  if (value === undefined || length < 0) return [];
  const below = 256n ** BigInt(length);
  if (text.length === zeros) return [rangeOf(0n, below - 1n, size)];
  const least = length === 0 ? 0n : 256n ** BigInt(length - 1);
  const ranges: BytesRange[] = [];
  for (let scale = 1n; value * scale < below; scale *= 58n) {
    const from = value * scale;
    const through = from + scale - 1n;
    if (through >= least)
      ranges.push(rangeOf(from < least ? least : from, through < below ? through : below - 1n, size));
  }
  return ranges;
}

const BECH32_LETTERS = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/** Which bytes have a bech32 text with these letters after the `1`; undefined if none has. The checksum is not looked at. */
export function rangeOfBech32(letters: string, size: number): BytesRange | undefined {
  let bits = "";
  for (const letter of letters.toLowerCase()) {
    const value = BECH32_LETTERS.indexOf(letter);
    if (value < 0) return undefined;
    bits += value.toString(2).padStart(5, "0");
  }
  bits = bits.slice(0, 8 * size);
  const fill = (bit: "0" | "1") => fromValue(BigInt(`0b${bits.padEnd(8 * size, bit)}`), size);
  return { from: fill("0"), through: fill("1") };
}

function rangeOf(from: bigint, through: bigint, size: number): BytesRange {
  const cut = (value: bigint) => fromValue(value >> BigInt(8 * CHECKSUM_BYTES), size);
  return { from: cut(from), through: cut(through) };
}

function readLetters(letters: string): bigint | undefined {
  let value = 0n;
  for (const letter of letters) {
    const digit = CB58_LETTERS.indexOf(letter);
    if (digit < 0) return undefined;
    value = value * 58n + BigInt(digit);
  }
  return value;
}

function fromValue(value: bigint, size: number): Uint8Array {
  return fromHex(`0x${value.toString(16).padStart(2 * size, "0")}`);
}
