import { keccak_256 } from "@noble/hashes/sha3.js";
import { DataError } from "../../errors";
import { equalBytes, toHex } from "../bytes";
import { decode, encode } from "../layout";
import { rlpArray, rlpBytes, rlpEmbedded, rlpItem, rlpStruct, rlpUint } from "../rlp";
import { type AtomicPart, atomicPart } from "./atomic";
import { type CHeader, header } from "./header";
import { headerHash } from "./header-hash";

const extData = rlpEmbedded(atomicPart);

/** A block as it stands in bytes. */
export const cBlock = rlpStruct(
  { header, transactions: rlpArray(rlpItem), uncles: rlpArray(rlpItem), version: rlpUint(4), extData },
  {},
);

export interface CBlock {
  /** keccak256 of the header: the `hash` of EVM answers, and the inner block's id. */
  blockId: Uint8Array;
  header: CHeader;
  /** EVM transactions: `bytes` as `eth_getRawTransactionByHash` answers them, `hash` keccak256 of those. */
  transactions: { hash: Uint8Array; bytes: Uint8Array }[];
  /** Items as they stand; no block has any. */
  uncles: Uint8Array[];
  version: number;
  atomic: AtomicPart;
  bytes: Uint8Array;
}

/**
 * Reads an inner block. The header's hash covers the atomic transactions by a hash of their own, which is checked.
 * @throws DataError ID_MISMATCH when that hash does not fit, else as `decode`
 */
export function decodeCBlock(bytes: Uint8Array): CBlock {
  const { header, transactions, uncles, version, extData } = decode(cBlock, bytes);
  checkExtData(header.extDataHash, extData);
  return {
    blockId: headerHash(bytes),
    header,
    transactions: transactions.map((item) => {
      const bytes = withoutHead(item);
      return { hash: keccak_256(bytes), bytes };
    }),
    uncles,
    version: Number(version),
    atomic: extData,
    bytes,
  };
}

/** Bytes from a block's fields; `blockId` and `bytes` follow from them. */
export function encodeCBlock(block: CBlock): Uint8Array {
  const { header, transactions, uncles, version, atomic } = block;
  const items = transactions.map(({ bytes }) => (isList(bytes) ? bytes : encode(rlpBytes(), bytes)));
  return encode(cBlock, { header, transactions: items, uncles, version: BigInt(version), extData: atomic });
}

/** @source avalanchego graft/coreth/plugin/evm/customtypes CalcExtDataHash */
function checkExtData(expected: Uint8Array, value: AtomicPart): void {
  // before Apricot 1 headers had no such hash, but 32 zero bytes
  if (expected.every((byte) => byte === 0)) return;
  const hash = keccak_256(encode(extData, value));
  if (equalBytes(hash, expected)) return;
  throw new DataError(
    "ID_MISMATCH",
    `the atomic transactions hash to ${toHex(hash)}, the header says ${toHex(expected)}`,
    {
      details: { offset: 0, path: "extData" },
    },
  );
}

/** A transaction from before types is a list; one of a type is bytes that begin with the type. */
function isList(bytes: Uint8Array): boolean {
  return (bytes[0] ?? 0) >= 0xc0;
}

function withoutHead(item: Uint8Array): Uint8Array {
  return isList(item) ? item : decode(rlpBytes(), item);
}
