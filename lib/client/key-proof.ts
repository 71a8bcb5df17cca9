import { connect, type SecureVersion, type TLSSocket } from "node:tls";

/**
 * TLS between web and operator. Its only secret is the content of the key file: both sides prove that they know it, and
 * neither sends it. A listener without the key receives no byte of a request, a client without it no byte of an answer.
 */
export const KEY_PROOF = {
  // Ephemeral, so that a key that leaks later does not decrypt earlier recordings.
  ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
  // Node supports pre-shared keys up to TLS 1.2 only.
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2",
} as const satisfies { ciphers: string; minVersion: SecureVersion; maxVersion: SecureVersion };

/** A connection that sends nothing before the listener has proved that it knows `key`. */
export function connectByKey(address: { host: string; port: number }, key: string): TLSSocket {
  return connect({
    ...address,
    ...KEY_PROOF,
    pskCallback: () => ({ psk: Buffer.from(key), identity: "firn" }),
    // The key is the proof: there is no certificate with a name to check.
    checkServerIdentity: () => undefined,
  });
}
