import { secp256k1 } from "@noble/curves/secp256k1.js";
import { ripemd160 } from "@noble/hashes/legacy.js";
import { keccak256 } from "#keccak";
import { recoverKey } from "#recover-key";
import { sha256 } from "#sha256";
import { DataError } from "../../errors";
import { concatBytes, toHex } from "../codec/bytes";

/** Who signed: one 20-byte address per signature. @throws DataError BYTES_INVALID for an impossible signature */
export function recoverSigners(
  unsignedBytes: Uint8Array,
  credential: { signatures: Uint8Array[] },
): Uint8Array[] {
  return recoverPublicKeys(unsignedBytes, credential).map(addressOfPublicKey);
}

/** Keys that signed: 33 bytes compressed, one per signature. @throws DataError BYTES_INVALID */
export function recoverPublicKeys(
  unsignedBytes: Uint8Array,
  credential: { signatures: Uint8Array[] },
): Uint8Array[] {
  const hash = sha256(unsignedBytes);
  return credential.signatures.map((signature) => recover(hash, signature));
}

/** Address of a key on P and X: ripemd160 of sha256 of its compressed form. */
export function addressOfPublicKey(publicKey: Uint8Array): Uint8Array {
  return ripemd160(sha256(publicKey));
}

/** Address of a key on EVM chains: the last 20 bytes of keccak256 of its uncompressed form. */
export function evmAddressOfPublicKey(publicKey: Uint8Array): Uint8Array {
  const uncompressed = secp256k1.Point.fromBytes(publicKey).toBytes(false);
  return keccak256(uncompressed.subarray(1)).subarray(-20);
}

/** The compressed form of a public key, 33 bytes, of its 64 bytes of coordinates. @source SEC 1, 2.3.3 */
export function compressKey(key: Uint8Array): Uint8Array {
  const isOdd = ((key[63] ?? 0) & 1) === 1;
  return concatBytes(Uint8Array.of(isOdd ? 3 : 2), key.subarray(0, 32));
}

/** `signature` is r, s and recovery id, 65 bytes. */
function recover(hash: Uint8Array, signature: Uint8Array): Uint8Array {
  const r = signature.subarray(0, 32);
  const s = signature.subarray(32, 64);
  try {
    return compressKey(recoverKey(hash, { r: trimZeros(r), s: trimZeros(s), parity: signature[64] ?? 0 }));
  } catch (cause) {
    throw new DataError("BYTES_INVALID", `no key has made the signature ${toHex(signature)}`, { cause });
  }
}

function trimZeros(integer: Uint8Array): Uint8Array {
  const start = integer.findIndex((byte) => byte !== 0);
  return start < 0 ? integer.subarray(integer.length) : integer.subarray(start);
}
