import { keccak_256 } from "@noble/hashes/sha3.js";
import { readAll } from "../layout";
import { readRlpItem } from "../rlp";

/** Hash of a block: keccak256 of its header's RLP, 32 bytes; also the id of its inner block. @throws DataError */
export function headerHash(block: Uint8Array): Uint8Array {
  return readAll(block, (cursor) => {
    const list = readRlpItem(cursor);
    cursor.offset = list.contentStart;
    const header = readRlpItem(cursor);
    cursor.offset = list.end;
    return keccak_256(cursor.slice(header.start, header.end));
  });
}
