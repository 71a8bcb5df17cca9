import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { DataError } from "../../errors";
import { concatBytes } from "../bytes";
import { decode, encode, type Layout } from "../layout";
import { minimalBytes, quantityToBigint, rlpArray, rlpBytes, rlpItem } from "../rlp";
import { decodeTransaction } from "./transaction";

const items: Layout<Uint8Array[]> = rlpArray(rlpItem);
const bytes = rlpBytes();
const SIGNATURE_ITEMS = 3;
/** Where the `v` of old transactions begins: without and with a chain's id. */
const PLAIN_V = 27n;
const CHAIN_V = 35n;

/**
 * Whose key signed a transaction: its sender, 20 bytes.
 * @source EIP-155, EIP-2718
 * @throws DataError BYTES_INVALID for an impossible signature, and as `decodeTransaction`
 */
export function recoverSender(transaction: Uint8Array): Uint8Array {
  const { type, v, r, s } = decodeTransaction(transaction);
  const list = decode(items, type === 0 ? transaction : transaction.subarray(1));
  const signed = list.slice(0, -SIGNATURE_ITEMS);
  const parity = quantityToBigint(v);
  if (type !== 0) return recover(concatBytes(Uint8Array.of(type), encode(items, signed)), { parity, r, s });
  if (parity < CHAIN_V) return recover(encode(items, signed), { parity: parity - PLAIN_V, r, s });
  const chain = [minimalBytes((parity - CHAIN_V) / 2n), NOTHING, NOTHING].map((part) => encode(bytes, part));
  return recover(encode(items, [...signed, ...chain]), { parity: (parity - CHAIN_V) % 2n, r, s });
}

const NOTHING = new Uint8Array();

function recover(
  message: Uint8Array,
  { parity, r, s }: { parity: bigint; r: Uint8Array; s: Uint8Array },
): Uint8Array {
  try {
    const signature = new secp256k1.Signature(quantityToBigint(r), quantityToBigint(s), Number(parity));
    const key = signature.recoverPublicKey(keccak_256(message)).toBytes(false);
    return keccak_256(key.subarray(1)).slice(-20);
  } catch (cause) {
    throw new DataError("BYTES_INVALID", "no key has made the signature of this transaction", { cause });
  }
}
