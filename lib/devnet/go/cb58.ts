import { base58 } from "@scure/base";
import { stripChecksum } from "../../avalanche/ids";
import { InputError } from "../../errors";

const BASE58 = /^[1-9A-HJ-NP-Za-km-z]*$/;

/** Limit of a text to decode: base58 takes time quadratic in its length. */
const MAX_LENGTH = 100;

/**
 * Decodes the 32 bytes of an id from cb58.
 * @throws InputError BAD_PARAMETER in the words of the node's decoder
 * @source AvalancheGo utils/cb58, ids/id.go; mr-tron/base58
 */
export function readCb58Id(text: string): Uint8Array {
  if (text === "") refuse("base58 decoding error: zero length string");
  const stray = [...text.slice(0, MAX_LENGTH)].find((c) => !BASE58.test(c));
  if (stray !== undefined) {
    const isAscii = stray.charCodeAt(0) < 128;
    const digit = isAscii ? `invalid base58 digit (${quoteRune(stray)})` : "high-bit set on invalid digit";
    refuse(`base58 decoding error: ${digit}`);
  }
  if (text.length > MAX_LENGTH) refuse("invalid input checksum");
  const bytes = base58.decode(text);
  if (bytes.length < 4) refuse("input string is smaller than the checksum size");
  const id = payloadOf(bytes);
  if (id.length !== 32) refuse(`invalid hash length: expected 32 bytes but got ${id.length}`);
  return id;
}

function payloadOf(bytes: Uint8Array): Uint8Array {
  try {
    return stripChecksum(bytes);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "invalid input checksum", { cause });
  }
}

/** A character as formatted by Go's `%q`. */
function quoteRune(c: string): string {
  return c === "'" ? "'\\''" : c === '"' ? "'\"'" : `'${JSON.stringify(c).slice(1, -1)}'`;
}

function refuse(message: string): never {
  throw new InputError("BAD_PARAMETER", message);
}
