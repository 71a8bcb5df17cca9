import { bls12_381 } from "@noble/curves/bls12-381.js";
import { toHex } from "../codec/bytes";

/** Keys are points of G1 (48 bytes), signatures of G2 (96 bytes). */
const { longSignatures: bls } = bls12_381;
/** Ciphersuite of proofs of possession. Differs from that of messages, so that no message can pass as a proof. */
const PROOF_DOMAIN = "BLS_POP_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/** Ciphersuite of messages. */
const MESSAGE_DOMAIN = "BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";

/**
 * Whether a proof of possession is a BLS key's valid signature over itself. It proves possession of the secret key;
 * without it, a key could be chosen that cancels another's signature. False for bytes that are not such points.
 * @source avalanchego utils/crypto/bls; draft-irtf-cfrg-bls-signature §3.3
 */
export function isProofOfPossession(publicKey: Uint8Array, proof: Uint8Array): boolean {
  try {
    const key = bls12_381.G1.Point.fromBytes(publicKey);
    const signature = bls12_381.G2.Point.fromBytes(proof);
    key.assertValidity();
    signature.assertValidity();
    if (key.is0()) return false;
    return bls.verify(signature, bls.hash(publicKey, PROOF_DOMAIN), key);
  } catch {
    return false;
  }
}

/**
 * Says whether a signature is what all of some keys made of a message together. Each key must have proved that its owner has
 * the secret. False without keys, and for bytes that are not such points. A key that was met takes no time again.
 * @source avalanchego vms/platformvm/warp/signature.go
 */
export function openSignature(
  message: Uint8Array,
  signature: Uint8Array,
): { isOfAll(publicKeys: readonly Uint8Array[]): boolean } {
  const points = new Map<string, G1Point>();
  const pointOf = (key: Uint8Array) => {
    const text = toHex(key);
    const point = points.get(text) ?? bls12_381.G1.Point.fromBytes(key);
    points.set(text, point);
    return point;
  };
  const hash = bls.hash(message, MESSAGE_DOMAIN);
  return {
    isOfAll(publicKeys) {
      if (publicKeys.length === 0) return false;
      try {
        const point = bls12_381.G2.Point.fromBytes(signature);
        point.assertValidity();
        return bls.verify(point, hash, bls.aggregatePublicKeys(publicKeys.map(pointOf)));
      } catch {
        return false;
      }
    },
  };
}

type G1Point = ReturnType<typeof bls12_381.G1.Point.fromBytes>;
