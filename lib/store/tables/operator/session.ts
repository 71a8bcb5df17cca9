/** One sign-in to the admin console. */
export interface SessionTable {
  /** Eight hex digits, as the audit names it. */
  short_id: string;
  /** Keyed hash of the secret, which is kept nowhere. */
  secret_hash: Uint8Array;
  /** Unix ms, as all times here. */
  started_at_ms: number;
  /** When it was last used by a person. */
  touched_at_ms: number;
  /** By hand; null while it runs or has ended by itself. */
  ended_at_ms: number | null;
}
