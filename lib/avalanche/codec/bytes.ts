import { InputError } from "../../errors";

export function concatBytes(...parts: Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

/** Lower-case hex with `0x` before it. */
export function toHex(bytes: Uint8Array): string {
  let text = "0x";
  for (const byte of bytes) text += DIGITS[byte];
  return text;
}

/**
 * Bytes of hex text in any case, with or without `0x`.
 * @throws InputError BAD_PARAMETER for an odd number of digits or any other character
 */
export function fromHex(text: string): Uint8Array {
  const start = text.startsWith("0x") ? 2 : 0;
  const bytes = new Uint8Array((text.length - start) >> 1);
  /** Has a bit above the lowest eight once a character was not a digit. */
  let all = (text.length - start) % 2 === 0 ? 0 : NO_DIGIT;
  for (let i = 0, at = start; i < bytes.length; i++, at += 2) {
    const byte = (digitAt(text, at) << 4) | digitAt(text, at + 1);
    bytes[i] = byte;
    all |= byte;
  }
  if (all >= NO_DIGIT) {
    throw new InputError(
      "BAD_PARAMETER",
      `"${excerpt(text)}" is not hex: an even number of digits 0-9 a-f, 0x allowed before`,
    );
  }
  return bytes;
}

const NO_DIGIT = 0x100;
/** The value of each hex digit, by its character code. */
const DIGIT_VALUES = Uint16Array.from({ length: 128 }, (_, code) => {
  const value = "0123456789abcdef".indexOf(String.fromCharCode(code).toLowerCase());
  return value < 0 ? NO_DIGIT : value;
});

function digitAt(text: string, at: number): number {
  return DIGIT_VALUES[text.charCodeAt(at)] ?? NO_DIGIT;
}

/** Start of a caller's text, enough to recognise it in a message. */
export function excerpt(text: string): string {
  return text.length <= 80 ? text : `${text.slice(0, 80)}…`;
}
