import { p256 } from "@noble/curves/nist.js";
import { sha256 } from "#sha256";
import { concatBytes, fromHex, toHex } from "../codec/bytes";
import type { CertificateKey } from "../proposer/certificate";

/**
 * Whether a key signed a message. For browsers; Node's own implementation is many times as fast (`#signature` in
 * package.json).
 */
export function isSignedBy(key: CertificateKey, message: Uint8Array, signature: Uint8Array): boolean {
  return key.algorithm === "rsa"
    ? verifyRsa(key, message, signature)
    : verifyP256(key.point, message, signature);
}

/**
 * PKCS#1 v1.5: every bit of the padded message is known, so the signature is compared with it. @source RFC 8017 §8.2.2
 */
function verifyRsa(
  key: Extract<CertificateKey, { algorithm: "rsa" }>,
  message: Uint8Array,
  signature: Uint8Array,
): boolean {
  const size = key.modulus.toString(16).length / 2;
  if (signature.length !== size) return false;
  const root = toUint(signature);
  if (root >= key.modulus) return false;
  const padding = new Uint8Array(size - 3 - SHA256_INFO.length - 32).fill(0xff);
  const expected = concatBytes(Uint8Array.of(0, 1), padding, Uint8Array.of(0), SHA256_INFO, sha256(message));
  return power(root, key.exponent, key.modulus) === toUint(expected);
}

/** DER prefix of a sha256 digest. */
const SHA256_INFO = fromHex("0x3031300d060960864801650304020105000420");

function verifyP256(point: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return p256.verify(signature, message, point, { format: "der", prehash: true, lowS: false });
  } catch {
    // not a point on the curve, or not a signature
    return false;
  }
}

function power(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}

function toUint(bytes: Uint8Array): bigint {
  return BigInt(toHex(bytes));
}
