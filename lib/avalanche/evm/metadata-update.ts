import { equalBytes, fromHex } from "../codec/bytes";
import { quantityToBigint } from "../codec/rlp";
import type { EvmLog } from "./receipt";

/** Tokens of a contract, by number, whose metadata may have changed. */
export interface MetadataUpdate {
  first: bigint;
  last: bigint;
}

/**
 * The metadata update that an event announces; undefined for other events, and for one that does not fit its signature
 * or names no token.
 * @source ERC-4906: MetadataUpdate(uint256), BatchMetadataUpdate(uint256, uint256); ERC-1155: URI(string, uint256
 * indexed)
 */
export function metadataUpdateOf({
  topics,
  data,
}: Pick<EvmLog, "topics" | "data">): MetadataUpdate | undefined {
  const [signature, indexed] = topics;
  if (signature === undefined) return undefined;
  if (equalBytes(signature, ONE)) return data.length === WORD ? between(data, data) : undefined;
  if (equalBytes(signature, SEVERAL)) {
    return data.length === 2 * WORD ? between(data.subarray(0, WORD), data.subarray(WORD)) : undefined;
  }
  return equalBytes(signature, URI) && indexed !== undefined ? between(indexed, indexed) : undefined;
}

const ONE = fromHex("0xf8e1a15aba9398e019f0b49df1a4fde98ee17ae345cb5f6b5e2c27f5033e8ce7");
const SEVERAL = fromHex("0x6bd5c950a8d8df17f772f5af37cb3655737899cbf903264b9795592da439661c");
const URI = fromHex("0x6bb7ff708619ba0610cba295a58592e0451dee2622938c8755667688daf3529b");
const WORD = 32;

function between(firstWord: Uint8Array, lastWord: Uint8Array): MetadataUpdate | undefined {
  const first = quantityToBigint(firstWord);
  const last = quantityToBigint(lastWord);
  return first <= last ? { first, last } : undefined;
}
