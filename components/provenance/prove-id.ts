import { keccak_256 } from "@noble/hashes/sha3.js";
import { sha256 } from "#sha256";
import { toHex } from "@/lib/avalanche/codec/bytes";
import { formatId, withChecksum } from "@/lib/avalanche/ids";
import type { IdProof } from "./report";

/** The steps from `bytes` to their id: sha256, its checksum, base58 of both. */
export function proveId(bytes: Uint8Array, expected: string): IdProof {
  const id = sha256(bytes);
  return {
    of: "bytes",
    size: bytes.length,
    algorithm: "sha256",
    digest: toHex(id).slice(2),
    checksum: toHex(withChecksum(id).subarray(id.length)).slice(2),
    id: formatId(id),
    expected,
  };
}

/** The steps to an EVM hash: a block's is that of its header, a transaction's that of its bytes. */
export function proveHash(hashed: Uint8Array, expected: string, of: IdProof["of"] = "header"): IdProof {
  const id = toHex(keccak_256(hashed));
  return { of, size: hashed.length, algorithm: "keccak256", digest: id.slice(2), id, expected };
}
