import type { Generated } from "kysely";
import type { AuditOutcome } from "../../../contract/operator/audit";

/** A requested action. Rows are added before it begins, and never changed. */
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

/** The outcome of an action; never changed. Without a row, Firn ended before it knew. */
export interface AuditOutcomeTable {
  audit_id: number;
  outcome: AuditOutcome;
  /** Answer or error, without control characters. */
  said: string;
}

/** The level of a logger that differs from what it was before Firn first changed it. */
export interface PutBackTable {
  logger_name: string;
  target: "file" | "display";
  /** The level set, and the one to restore: names as the node writes them. */
  level: string;
  goes_back_to: string;
  /** Unix ms. */
  changed_at_ms: number;
  /** Short id of the session that changed it last. */
  changed_by: string;
  /** Unix ms; null when it is only restored by hand. */
  due_at_ms: number | null;
  /** Why it was not restored when due. */
  last_error: string | null;
}

/** One sign-in to the admin console. */
export interface SessionTable {
  /** Eight hex digits, as the audit names it. */
  short_id: string;
  /** Keyed hash of the secret, which is not stored. */
  secret_hash: Uint8Array;
  /** Unix ms, like all times here. */
  started_at_ms: number;
  /** When it was last used by a person. */
  touched_at_ms: number;
  /** Ended by hand; null while it runs or has expired. */
  ended_at_ms: number | null;
}

/** A link that signs in once. */
export interface SignInLinkTable {
  /** Keyed hash of the secret, which is not stored. */
  secret_hash: Uint8Array;
  /** Unix ms. */
  expires_at_ms: number;
  /** Null until it is used. */
  used_at_ms: number | null;
}
