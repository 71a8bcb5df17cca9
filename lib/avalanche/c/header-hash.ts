import { keccak256 } from "#keccak";
import { readAll } from "../codec/layout";
import { readRlpList, rlpItem } from "../codec/rlp";

/** Hash of a block, 32 bytes: keccak256 of its header's RLP. Also the id of its inner block. @throws DataError */
export function headerHash(block: Uint8Array): Uint8Array {
  return keccak256(headerBytes(block));
}

/** The RLP of a block's header. @throws DataError */
export function headerBytes(block: Uint8Array): Uint8Array {
  return readAll(block, (cursor) => rlpItem.read(readRlpList(cursor)));
}
