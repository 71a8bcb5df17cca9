import { keccak256 } from "#keccak";
import { recoverKey } from "#recover-key";
import { DataError } from "../../errors";
import { concatBytes } from "../codec/bytes";
import { decode, encode, type Layout } from "../codec/layout";
import { minimalBytes, quantityToBigint, rlpArray, rlpBytes, rlpItem } from "../codec/rlp";
import { decodeTransaction, type EvmTransaction } from "./transaction";

const items: Layout<Uint8Array[]> = rlpArray(rlpItem);
const bytes = rlpBytes();
const SIGNATURE_ITEMS = 3;
/** Base of `v` in legacy transactions, without and with a chain id. */
const PLAIN_V = 27n;
const CHAIN_V = 35n;

/**
 * The sender of a transaction, 20 bytes: the account whose key signed it.
 * @source EIP-155, EIP-2718
 * @throws DataError BYTES_INVALID for an impossible signature, and as `decodeTransaction`
 */
export function recoverSender(transaction: Uint8Array): Uint8Array {
  return senderOf(recoverSenderKey(transaction));
}

/** The account of a public key of 64 bytes, both coordinates: 20 bytes. */
export function senderOf(key: Uint8Array): Uint8Array {
  return keccak256(key).slice(-20);
}

/** The public key that signed a transaction: 64 bytes, both coordinates. @throws DataError as `recoverSender` */
export function recoverSenderKey(transaction: Uint8Array): Uint8Array {
  const fields = decodeTransaction(transaction);
  const { v, r, s, type } = fields;
  const hash = keccak256(messageOf(transaction, fields));
  const bit = quantityToBigint(v);
  const parity = Number(type !== 0 ? bit : bit < CHAIN_V ? bit - PLAIN_V : (bit - CHAIN_V) % 2n);
  try {
    return recoverKey(hash, { r, s, parity });
  } catch (cause) {
    throw new DataError("BYTES_INVALID", "no key has made the signature of this transaction", { cause });
  }
}

/** The bytes whose hash the sender of a transaction signs. @throws DataError as `decodeTransaction` */
export function signedMessage(transaction: Uint8Array): Uint8Array {
  return messageOf(transaction, decodeTransaction(transaction));
}

function messageOf(transaction: Uint8Array, { type, v }: EvmTransaction): Uint8Array {
  const list = decode(items, type === 0 ? transaction : transaction.subarray(1));
  const signed = list.slice(0, -SIGNATURE_ITEMS);
  if (type !== 0) return concatBytes(Uint8Array.of(type), encode(items, signed));
  const bit = quantityToBigint(v);
  if (bit < CHAIN_V) return encode(items, signed);
  const chain = [minimalBytes((bit - CHAIN_V) / 2n), NOTHING, NOTHING].map((part) => encode(bytes, part));
  return encode(items, [...signed, ...chain]);
}

const NOTHING = new Uint8Array();
