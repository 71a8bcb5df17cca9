import type { Insertable } from "kysely";
import type { AuditOutcome } from "../../../contract/operator/audit";
import type { OperatorDb } from "../../db";
import { setOf } from "../../sql/expressions";
import type { AuditTable } from "../../tables/operator/console";

/** A row with its outcome, once that is known. */
export interface AuditRow {
  id: number;
  at_ms: number;
  who: string;
  method: string;
  parameters: string;
  outcome: AuditOutcome | null;
  said: string | null;
}

/** Conditions of a list; each narrows it. */
export interface AuditFilter {
  who?: string | undefined;
  method?: string | undefined;
  outcome?: AuditOutcome | undefined;
  /** Only ids below. */
  before?: number | undefined;
}

/** @returns the new row's id */
export async function insertAudit(db: OperatorDb, row: Insertable<AuditTable>): Promise<number> {
  const { id } = await db.insertInto("audit").values(row).returning("id").executeTakeFirstOrThrow();
  return id;
}

export async function insertAuditOutcome(
  db: OperatorDb,
  row: { audit_id: number; outcome: AuditOutcome; said: string },
): Promise<void> {
  await db.insertInto("audit_outcome").values(row).execute();
}

/** Newest first. `unknown` includes rows without an outcome. */
export async function listAudit(db: OperatorDb, filter: AuditFilter, limit: number): Promise<AuditRow[]> {
  let query = selectAudit(db);
  const { who, method, outcome, before } = filter;
  if (who !== undefined) query = query.where("audit.who", "=", who);
  if (method !== undefined) query = query.where("audit.method", "=", method);
  if (before !== undefined) query = query.where("audit.id", "<", before);
  if (outcome === "unknown") {
    query = query.where((where) => where.or([where("outcome", "=", outcome), where("outcome", "is", null)]));
  } else if (outcome !== undefined) query = query.where("outcome", "=", outcome);
  return query.orderBy("audit.id", "desc").limit(limit).execute();
}

/** Rows of these methods since a time, newest first: the admin calls that were requested. */
export async function listAuditOf(
  db: OperatorDb,
  methods: readonly string[],
  { sinceMs, limit }: { sinceMs: number; limit: number },
): Promise<AuditRow[]> {
  return selectAudit(db)
    .where("audit.method", "in", setOf(methods))
    .where("audit.at_ms", ">=", sinceMs)
    .orderBy("audit.id", "desc")
    .limit(limit)
    .execute();
}

function selectAudit(db: OperatorDb) {
  return db
    .selectFrom("audit")
    .leftJoin("audit_outcome", "audit_outcome.audit_id", "audit.id")
    .select(["audit.id", "audit.at_ms", "audit.who", "audit.method", "audit.parameters"])
    .select(["audit_outcome.outcome", "audit_outcome.said"]);
}
