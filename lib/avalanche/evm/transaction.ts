import { keccak256 } from "#keccak";
import { DataError } from "../../errors";
import { Writer } from "../codec/cursor";
import { decode, type Layout, named, type TypeOf } from "../codec/layout";
import { rlpArray, rlpBytes, rlpQuantity, rlpStruct } from "../codec/rlp";

const u64 = rlpQuantity(8);
const u256 = rlpQuantity(32);
/** The receiver; empty for a contract creation. */
const receiver = named({ label: "To" }, rlpBytes());
const address = rlpBytes(20);
const hash = rlpBytes(32);
const signature = { v: u256, r: u256, s: u256 };
const call = { to: receiver, value: u256, input: rlpBytes() };
const fees = { maxPriorityFeePerGas: u256, maxFeePerGas: u256, gas: u64 };
const accessList = rlpArray(rlpStruct({ address, storageKeys: rlpArray(hash) }, {}));
const authorizationList = rlpArray(rlpStruct({ chainId: u256, address, nonce: u64, ...signature }, {}));

/**
 * The fields of each transaction type, in order. Integers are big-endian bytes without leading zeros; amounts are wei.
 * @source EIP-155, EIP-2930, EIP-1559, EIP-4844, EIP-7702
 */
const TYPES = {
  0: rlpStruct({ nonce: u64, gasPrice: u256, gas: u64, ...call, ...signature }, {}),
  1: rlpStruct(
    { chainId: u256, nonce: u64, gasPrice: u256, gas: u64, ...call, accessList, ...signature },
    {},
  ),
  2: rlpStruct({ chainId: u256, nonce: u64, ...fees, ...call, accessList, ...signature }, {}),
  3: rlpStruct(
    {
      chainId: u256,
      nonce: u64,
      ...fees,
      ...call,
      accessList,
      maxFeePerBlobGas: u256,
      blobVersionedHashes: rlpArray(hash),
      ...signature,
    },
    {},
  ),
  4: rlpStruct(
    { chainId: u256, nonce: u64, ...fees, ...call, accessList, authorizationList, ...signature },
    {},
  ),
};

export type EvmTransactionType = keyof typeof TYPES;

/** A signed transaction, decoded. */
export type EvmTransaction = {
  [T in EvmTransactionType]: { type: T } & TypeOf<(typeof TYPES)[T]>;
}[EvmTransactionType];

/**
 * Decodes a transaction: a list for a legacy one, otherwise the type and a list.
 * @throws DataError UNKNOWN_TYPE, and as `decode`
 */
export function decodeTransaction(bytes: Uint8Array): EvmTransaction {
  const first = bytes[0] ?? 0;
  const type = first >= FIRST_OF_LIST ? 0 : first;
  const body = decode(layoutOf(type), type === 0 ? bytes : bytes.subarray(1));
  return Object.assign(body, { type }) as EvmTransaction;
}

/** The bytes that are hashed, and that `eth_getRawTransactionByHash` returns. @throws DataError UNKNOWN_TYPE */
export function encodeTransaction(transaction: EvmTransaction): Uint8Array {
  const writer = new Writer();
  writeTransaction(writer, transaction);
  return writer.finish();
}

/** Writes the bytes of `encodeTransaction`. */
export function writeTransaction(writer: Writer, transaction: EvmTransaction): void {
  if (transaction.type !== 0) writer.u8(transaction.type);
  layoutOf(transaction.type).write(writer, transaction);
}

/** The `hash` in EVM answers, 32 bytes, from a transaction's bytes. */
export function transactionHash(bytes: Uint8Array): Uint8Array {
  return keccak256(bytes);
}

const FIRST_OF_LIST = 0xc0;

/** The layout of a type's transactions after the type byte. @throws DataError UNKNOWN_TYPE */
export function layoutOf(type: number): Layout<Omit<EvmTransaction, "type">> {
  if (type in TYPES)
    return TYPES[type as EvmTransactionType] as Layout<object> as Layout<Omit<EvmTransaction, "type">>;
  throw new DataError("UNKNOWN_TYPE", `EVM transactions of type ${type} are not known here`, {
    hint: "update Firn",
  });
}
