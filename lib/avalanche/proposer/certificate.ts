import { toHex } from "../codec/bytes";
import { CodecError, type Cursor } from "../codec/cursor";
import { DER, expectDer, readDer, restAsUint } from "../codec/der";
import { readAll } from "../codec/layout";

/** The public key of a staking certificate. */
export type CertificateKey =
  | { algorithm: "rsa"; modulus: bigint; exponent: bigint }
  /** `point`: 65 bytes, uncompressed. */
  | { algorithm: "p256"; point: Uint8Array };

/**
 * The key of an X.509 certificate in DER. Nothing else in it matters: it is self-signed.
 * @throws DataError BYTES_INVALID, also for kinds of keys that the node refuses
 * @source avalanchego staking/parse.go
 */
export function readCertificateKey(certificate: Uint8Array): CertificateKey {
  return readAll(certificate, (cursor) => {
    const toBeSigned = expectDer(expectDer(cursor, DER.sequence), DER.sequence);
    // the version may be missing; then follow serial number, algorithm, issuer, validity, subject
    const first = readDer(toBeSigned);
    for (let i = first.tag === DER.version ? 0 : 1; i < 5; i++) readDer(toBeSigned);
    return readKey(expectDer(toBeSigned, DER.sequence));
  });
}

/** Object identifiers: the content of their DER. */
const RSA = "0x2a864886f70d010101";
const ELLIPTIC_CURVE = "0x2a8648ce3d0201";
const P256 = "0x2a8648ce3d030107";

function readKey(keyInfo: Cursor): CertificateKey {
  const at = keyInfo.offset;
  const algorithm = expectDer(keyInfo, DER.sequence);
  const oid = readOid(algorithm);
  const bits = expectDer(keyInfo, DER.bitString);
  if (bits.u8() !== 0) throw new CodecError("BYTES_INVALID", "the key does not end on a whole byte", at);
  if (oid === RSA) return readRsaKey(bits);
  if (oid === ELLIPTIC_CURVE && readOid(algorithm) === P256) {
    return { algorithm: "p256", point: bits.take(bits.remaining) };
  }
  throw new CodecError("BYTES_INVALID", "the key is neither RSA nor ECDSA over P-256", at);
}

function readRsaKey(bits: Cursor): CertificateKey {
  const at = bits.offset;
  const key = expectDer(bits, DER.sequence);
  const modulus = restAsUint(expectDer(key, DER.integer));
  const exponent = restAsUint(expectDer(key, DER.integer));
  const size = modulus.toString(2).length;
  if ((size !== 2048 && size !== 4096) || exponent !== 65537n) {
    throw new CodecError(
      "BYTES_INVALID",
      `an RSA key of ${size} bits and exponent ${exponent} is not allowed`,
      at,
    );
  }
  return { algorithm: "rsa", modulus, exponent };
}

function readOid(cursor: Cursor): string {
  const content = expectDer(cursor, DER.oid);
  return toHex(content.take(content.remaining));
}
