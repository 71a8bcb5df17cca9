import type { AuditTable } from "./audit";
import type { AuditOutcomeTable } from "./audit-outcome";
import type { PutBackTable } from "./put-back";
import type { SessionTable } from "./session";
import type { SignInLinkTable } from "./sign-in-link";

/** Every table of the operator's store. */
export interface OperatorTables {
  audit: AuditTable;
  audit_outcome: AuditOutcomeTable;
  put_back: PutBackTable;
  session: SessionTable;
  sign_in_link: SignInLinkTable;
}
