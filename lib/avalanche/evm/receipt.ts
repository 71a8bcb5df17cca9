import { Writer } from "../codec/cursor";
import { decode, type TypeOf } from "../codec/layout";
import { rlpArray, rlpBytes, rlpQuantity, rlpStruct } from "../codec/rlp";

const log = rlpStruct({ address: rlpBytes(20), topics: rlpArray(rlpBytes(32)), data: rlpBytes() }, {});

/** An event as emitted by a contract. */
export type EvmLog = TypeOf<typeof log>;

const receipt = rlpStruct(
  {
    status: rlpQuantity(1),
    cumulativeGasUsed: rlpQuantity(8),
    logsBloom: rlpBytes(256),
    logs: rlpArray(log),
  },
  {},
);

/** The outcome of a transaction as far as the header commits to it. `status` is 1, or empty if it failed. */
export type EvmReceipt = TypeOf<typeof receipt> & { type: number };

/** The bytes in the receipts' trie. @source EIP-658, EIP-2718 */
export function encodeReceipt(value: EvmReceipt): Uint8Array {
  const writer = new Writer();
  writeReceipt(writer, value);
  return writer.finish();
}

/** Writes the bytes of `encodeReceipt`. */
export function writeReceipt(writer: Writer, value: EvmReceipt): void {
  if (value.type !== 0) writer.u8(value.type);
  receipt.write(writer, value);
}

/** The inverse of `encodeReceipt`. @throws DataError as `decode` */
export function decodeReceipt(bytes: Uint8Array): EvmReceipt {
  const first = bytes[0] ?? 0;
  const isTyped = first < FIRST_OF_LIST;
  return { ...decode(receipt, isTyped ? bytes.subarray(1) : bytes), type: isTyped ? first : 0 };
}

const FIRST_OF_LIST = 0xc0;
