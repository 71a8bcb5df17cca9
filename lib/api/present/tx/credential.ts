import { base64nopad } from "@scure/base";
import { toHex } from "../../../avalanche/codec/bytes";
import { recoverPublicKeys } from "../../../avalanche/crypto/signatures";
import type { UtxoCredential } from "../../../contract/data/utxo";

/** A transaction's signatures: the signed bytes and the credentials, which effects refer to by index. */
export interface Signed {
  unsignedBytes: Uint8Array;
  credentials: readonly { signatures: Uint8Array[] }[];
}

/**
 * A transaction's credentials by index, without duplicate signatures. One key signs all its inputs with the same
 * signature, and recovering a key takes most of a page's time, so each signature is recovered once.
 * @throws DataError BYTES_INVALID for an impossible signature
 */
export function presentCredentials({ unsignedBytes, credentials }: Signed): UtxoCredential[][] {
  const known = new Map<string, UtxoCredential>();
  const recover = (signature: Uint8Array): UtxoCredential[] => {
    const key = toHex(signature);
    const found = known.get(key);
    if (found !== undefined) return [found];
    return recoverPublicKeys(unsignedBytes, { signatures: [signature] }).map((publicKey) => {
      const one = { signature: base64nopad.encode(signature), publicKey: base64nopad.encode(publicKey) };
      known.set(key, one);
      return one;
    });
  };
  return credentials.map(({ signatures }) => [...new Set(signatures.flatMap(recover))]);
}
