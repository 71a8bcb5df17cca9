import { connect, type SecureVersion, type TLSSocket } from "node:tls";

/**
 * How web and operator meet: TLS whose only secret is the key file's content, which both sides prove to know and neither
 * sends. Whoever listens without the key gets no byte of a request, and whoever asks without it gets no byte of an answer.
 */
export const KEY_PROOF = {
  // With an exchange of its own for each connection: a key that leaks later opens nothing that was recorded before.
  ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
  // Node's keys of this kind are those of TLS 1.2.
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2",
} as const satisfies { ciphers: string; minVersion: SecureVersion; maxVersion: SecureVersion };

/** A connection on which nothing is sent before the listener has proved that it knows `key`. */
export function connectByKey(address: { host: string; port: number }, key: string): TLSSocket {
  return connect({
    ...address,
    ...KEY_PROOF,
    pskCallback: () => ({ psk: Buffer.from(key), identity: "firn" }),
    // The key is the proof: there is no certificate to hold against a name.
    checkServerIdentity: () => undefined,
  });
}
