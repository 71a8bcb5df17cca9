import { keccak_256 } from "@noble/hashes/sha3.js";
import { readAll } from "../layout";
import { readRlpList, rlpItem } from "../rlp";

/** Hash of a block: keccak256 of its header's RLP, 32 bytes; also the id of its inner block. @throws DataError */
export function headerHash(block: Uint8Array): Uint8Array {
  return readAll(block, (cursor) => keccak_256(rlpItem.read(readRlpList(cursor))));
}
