import type { AuditOutcomeTable, AuditTable, PutBackTable, SessionTable, SignInLinkTable } from "./console";

/** Every table of the operator's store. */
export interface OperatorTables {
  audit: AuditTable;
  audit_outcome: AuditOutcomeTable;
  put_back: PutBackTable;
  session: SessionTable;
  sign_in_link: SignInLinkTable;
}
