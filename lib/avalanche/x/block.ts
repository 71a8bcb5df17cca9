import { sha256 } from "#sha256";
import { array, struct, tagged } from "../codec/combinators";
import { id, time, u64, versioned } from "../codec/fields";
import { decode, encode } from "../codec/layout";
import { type XTx, xTxs } from "./txs";

/** A block of the linear chain, from Cortina on. */
export const xBlock = versioned(
  tagged(
    20,
    "StandardBlock",
    struct({ parentId: id, height: u64, time, merkleRoot: id, txs: array(xTxs.nested) }),
  ),
);

export interface XBlock {
  /** sha256 of `bytes`. */
  blockId: Uint8Array;
  blockType: "StandardBlock";
  /** For block 0, the stop vertex. */
  parentId: Uint8Array;
  height: bigint;
  /** Unix seconds. */
  time: bigint;
  /** 32 bytes, so far always zero. */
  merkleRoot: Uint8Array;
  txs: XTx[];
  bytes: Uint8Array;
}

/** Reads an inner block. @throws DataError */
export function decodeXBlock(bytes: Uint8Array): XBlock {
  return { ...decode(xBlock, bytes), blockId: sha256(bytes), blockType: "StandardBlock", bytes };
}

/** Encodes a block from its fields. `blockId` and `bytes` follow from them. */
export function encodeXBlock(block: XBlock): Uint8Array {
  return encode(xBlock, block);
}
