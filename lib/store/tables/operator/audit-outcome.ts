import type { AuditOutcome } from "../../../contract/operator/audit";

/** What became of it; never changed. Without a row, Firn ended before it knew. */
export interface AuditOutcomeTable {
  audit_id: number;
  outcome: AuditOutcome;
  /** Answer or error, without control characters. */
  said: string;
}
