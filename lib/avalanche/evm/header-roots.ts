import { decode, type Layout } from "../codec/layout";
import { rlpArray, rlpBytes, rlpItem } from "../codec/rlp";

const items: Layout<Uint8Array[]> = rlpArray(rlpItem);
const hash = rlpBytes(32);

/** Positions in a header. They are the same on every EVM chain and in every generation. */
const PLACES = { parentHash: 0, transactionsRoot: 4, receiptsRoot: 5 } as const;

/** Parent and roots from any chain's and generation's header, 32 bytes each. @throws DataError */
export function headerRoots(header: Uint8Array): Record<keyof typeof PLACES, Uint8Array> {
  const list = decode(items, header);
  const rootAt = (place: number) => decode(hash, list[place] ?? new Uint8Array());
  return {
    parentHash: rootAt(PLACES.parentHash),
    transactionsRoot: rootAt(PLACES.transactionsRoot),
    receiptsRoot: rootAt(PLACES.receiptsRoot),
  };
}
