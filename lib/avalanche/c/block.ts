import { keccak256 } from "#keccak";
import { DataError } from "../../errors";
import { equalBytes, toHex } from "../codec/bytes";
import { CodecError } from "../codec/cursor";
import { decode, encode, type Layout } from "../codec/layout";
import { rlpArray, rlpBytes, rlpEmbedded, rlpItem, rlpStruct, rlpUint } from "../codec/rlp";
import { type AtomicTxs, atomicTxs } from "./atomic";
import { type CHeader, header } from "./header";
import { headerHash } from "./header-hash";

const extData = rlpEmbedded(atomicTxs);

/**
 * An EVM transaction as it is hashed: an RLP list, as before typed transactions, or bytes that start with the type,
 * which a block wraps once more.
 */
const transaction: Layout<Uint8Array> = {
  ...rlpItem,
  read(cursor) {
    const start = cursor.offset;
    const item = rlpItem.read(cursor);
    if (isList(item)) return item;
    cursor.offset = start;
    const typed = wrapped.read(cursor);
    if (typed[0] === undefined || typed[0] >= 0x80) {
      throw new CodecError(
        "BYTES_INVALID",
        "a transaction is a list or begins with a type below 0x80",
        start,
      );
    }
    return typed;
  },
  write: (writer, value) => (isList(value) ? rlpItem : wrapped).write(writer, value),
};
const wrapped = rlpBytes();

function isList(bytes: Uint8Array): boolean {
  return (bytes[0] ?? 0) >= 0xc0;
}

/** The layout of a block. */
export const cBlock = rlpStruct(
  { header, transactions: rlpArray(transaction), uncles: rlpArray(rlpItem), version: rlpUint(4), extData },
  {},
);

export interface CBlock {
  /** keccak256 of the header: the `hash` in EVM answers, and the inner block's id. */
  blockId: Uint8Array;
  header: CHeader;
  /** EVM transactions: `bytes` as returned by `eth_getRawTransactionByHash`, `hash` is their keccak256. */
  transactions: { hash: Uint8Array; bytes: Uint8Array }[];
  /** Undecoded. No block has any. */
  uncles: Uint8Array[];
  version: number;
  atomic: AtomicTxs;
  bytes: Uint8Array;
}

/**
 * Reads an inner block and checks the header's hash of the atomic transactions.
 * @throws DataError ID_MISMATCH if that hash does not match, otherwise as `decode`
 */
export function decodeCBlock(bytes: Uint8Array): CBlock {
  const { header, transactions, uncles, version, extData } = decode(cBlock, bytes);
  checkExtData(header.extDataHash, extData);
  return {
    blockId: headerHash(bytes),
    header,
    transactions: transactions.map((bytes) => ({ hash: keccak256(bytes), bytes })),
    uncles,
    version: Number(version),
    atomic: extData,
    bytes,
  };
}

/** Encodes a block from its fields. `blockId` and `bytes` follow from them. */
export function encodeCBlock(block: CBlock): Uint8Array {
  const { header, transactions, uncles, version, atomic } = block;
  return encode(cBlock, {
    header,
    transactions: transactions.map(({ bytes }) => bytes),
    uncles,
    version: BigInt(version),
    extData: atomic,
  });
}

/** The same layout with the atomic transactions undecoded. */
const rawCBlock = rlpStruct(
  {
    header,
    transactions: rlpArray(transaction),
    uncles: rlpArray(rlpItem),
    version: rlpUint(4),
    extData: rlpBytes(),
  },
  {},
);

/**
 * Encodes a block as it was accepted. No block has uncles, and the version of all is 0.
 * @source avalanchego graft/coreth/plugin/evm/customtypes/block_ext.go
 */
export function encodeRawCBlock(block: {
  header: CHeader;
  /** As `eth_getRawTransactionByHash` returns them. */
  transactions: Uint8Array[];
  extData: Uint8Array;
}): Uint8Array {
  return encode(rawCBlock, { ...block, uncles: [], version: 0n });
}

/** @source avalanchego graft/coreth/plugin/evm/customtypes CalcExtDataHash */
function checkExtData(expected: Uint8Array, value: AtomicTxs): void {
  // headers before Apricot 1 have 32 zero bytes instead of the hash
  if (expected.every((byte) => byte === 0)) return;
  const hash = keccak256(encode(extData, value));
  if (equalBytes(hash, expected)) return;
  throw new DataError(
    "ID_MISMATCH",
    `the atomic transactions hash to ${toHex(hash)}, the header says ${toHex(expected)}`,
    {
      details: { offset: 0, path: "extData" },
    },
  );
}
