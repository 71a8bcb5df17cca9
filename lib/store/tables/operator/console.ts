import type { Generated } from "kysely";
import type { AuditOutcome } from "../../../contract/operator/audit";

/** Something that somebody asked for. Rows are added before it is done, and never changed. */
export interface AuditTable {
  id: Generated<number>;
  /** Unix ms. */
  at_ms: number;
  /** Short id of a session, `timer` or `nobody`. */
  who: string;
  /** `admin.…` of the node, `firn.…` of the console. */
  method: string;
  /** JSON text without control characters and secrets. */
  parameters: string;
}

/** What became of it; never changed. Without a row, Firn ended before it knew. */
export interface AuditOutcomeTable {
  audit_id: number;
  outcome: AuditOutcome;
  /** Answer or error, without control characters. */
  said: string;
}

/** A level of one logger that is not what it was before Firn first changed it. */
export interface PutBackTable {
  logger_name: string;
  target: "file" | "display";
  /** What it was changed to, and what it goes back to: names of levels as the node writes them. */
  level: string;
  goes_back_to: string;
  /** Unix ms. */
  changed_at_ms: number;
  /** Short id of the session that changed it last. */
  changed_by: string;
  /** Unix ms; null: only by hand. */
  due_at_ms: number | null;
  /** Why it did not go back when due. */
  last_error: string | null;
}

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

/** A link that signs in once. */
export interface SignInLinkTable {
  /** Keyed hash of the secret, which is kept nowhere. */
  secret_hash: Uint8Array;
  /** Unix ms. */
  expires_at_ms: number;
  /** Null until it is used. */
  used_at_ms: number | null;
}
