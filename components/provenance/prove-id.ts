import { sha256 } from "#sha256";
import { toHex } from "@/lib/avalanche/bytes";
import { formatId, withChecksum } from "@/lib/avalanche/ids";
import type { IdProof } from "./report";

/** The steps from `bytes` to the id they have: sha256, its checksum, base58 of both. */
export function proveId(bytes: Uint8Array, expected: string): IdProof {
  const id = sha256(bytes);
  return {
    size: bytes.length,
    sha256: toHex(id).slice(2),
    checksum: toHex(withChecksum(id).subarray(id.length)).slice(2),
    base58: formatId(id),
    expected,
  };
}
