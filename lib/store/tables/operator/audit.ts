import type { Generated } from "kysely";

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
