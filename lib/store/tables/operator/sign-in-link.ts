/** A link that signs in once. */
export interface SignInLinkTable {
  /** Keyed hash of the secret, which is kept nowhere. */
  secret_hash: Uint8Array;
  /** Unix ms. */
  expires_at_ms: number;
  /** Null until it is used. */
  used_at_ms: number | null;
}
