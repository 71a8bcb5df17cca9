import { fromHex, toHex } from "../../avalanche/codec/bytes";
import { stripChecksum, withChecksum } from "../../avalanche/ids";
import type { Encoding } from "../../contract/node/wire";
import { DataError, InputError } from "../../errors";

/**
 * Bytes as text, in the encodings of the node's API.
 * @source AvalancheGo utils/formatting/encoding.go
 */

/** @throws InputError BAD_PARAMETER for `json`, which plain bytes do not have */
export function encodeBytes(bytes: Uint8Array, encoding: Encoding): string {
  refuseJson(encoding);
  return toHex(encoding === "hexnc" ? bytes : withChecksum(bytes));
}

/** @throws InputError BAD_PARAMETER in the node's words */
export function decodeBytes(text: string, encoding: Encoding): Uint8Array {
  refuseJson(encoding);
  if (text === "") return new Uint8Array();
  if (!text.startsWith("0x")) refuse("missing 0x prefix to hex encoding");
  const stray = /[^0-9a-fA-F]/.exec(text.slice(2))?.[0];
  if (stray !== undefined) refuse(`encoding/hex: invalid byte: ${nameOf(stray)}`);
  if (text.length % 2 !== 0) refuse("encoding/hex: odd length hex string");
  const bytes = fromHex(text);
  if (encoding === "hexnc") return bytes;
  if (bytes.length < 4) refuse("input string is smaller than the checksum size");
  try {
    return stripChecksum(bytes);
  } catch (error) {
    if (error instanceof DataError) refuse("invalid input checksum");
    throw error;
  }
}

function refuseJson(encoding: Encoding): void {
  if (encoding === "json") refuse("unsupported encoding in method");
}

/** A character as formatted by Go's `%#U`. */
function nameOf(character: string): string {
  return `U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")} '${character}'`;
}

function refuse(message: string): never {
  throw new InputError("BAD_PARAMETER", message);
}
