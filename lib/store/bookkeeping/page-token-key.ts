import { randomBytes } from "node:crypto";
import { toHex } from "../../avalanche/codec/bytes";

/** A new key for page tokens, as facts hold it: `0x…` of 32 random bytes. A store keeps its key. */
export function newPageTokenKey(): string {
  return toHex(new Uint8Array(randomBytes(32)));
}
