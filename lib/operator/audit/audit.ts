import type { AuditEntry, AuditOutcome } from "../../contract/operator/audit";
import { stringifyLossless } from "../../contract/rpc";
import type { OperatorDb } from "../../store/db";
import {
  type AuditFilter,
  type AuditRow,
  insertAudit,
  insertAuditOutcome,
  listAudit,
} from "../../store/queries/operator/audit";
import { visible } from "./visible";

/** An action as recorded: who, which method, with what parameters. Callers keep secrets out of them. */
export interface AuditedAction {
  /** Short id of a session, `timer` or `nobody`. */
  who: string;
  method: string;
  parameters: unknown;
}

/** The record of what the node and the console were asked to do. */
export interface Audit {
  /** Called before the action. Returns the row's id. */
  begin(action: AuditedAction): Promise<number>;
  /** Called when the outcome is known. Without it the outcome stays unknown. */
  finish(id: number, outcome: AuditOutcome, said: string): Promise<void>;
  /** Records something that is already over. */
  record(action: AuditedAction, outcome: AuditOutcome, said: string): Promise<void>;
  /**
   * Records a refusal. Above a rate per minute, refusals of one method to one caller are only counted, and the next row
   * says how many: a flood hides nobody else's.
   */
  recordDenied(action: AuditedAction, reason: string): Promise<void>;
}

const MAX_PARAMETERS = 4_000;
const MAX_SAID = 16_000;
/** Requests without a session could otherwise fill the disk. */
const DENIED_PER_MINUTE = 30;
/** Pairs of caller and method that are counted separately. The rest share one count. */
const MAX_COUNTED = 200;

export function openAudit(db: OperatorDb, nowMs: () => number): Audit {
  const counts = new Map<string, { minute: number; denied: number; skipped: number }>();
  const countOf = ({ who, method }: AuditedAction) => {
    const own = `${who} ${method}`;
    const key = counts.has(own) || counts.size < MAX_COUNTED ? own : "";
    const count = counts.get(key) ?? { minute: -1, denied: 0, skipped: 0 };
    counts.set(key, count);
    return count;
  };
  const audit: Audit = {
    begin: ({ who, method, parameters }) =>
      insertAudit(db, {
        at_ms: nowMs(),
        who,
        method: visible(method, 60),
        parameters: visible(stringifyLossless(parameters), MAX_PARAMETERS),
      }),
    finish: (audit_id, outcome, said) =>
      insertAuditOutcome(db, { audit_id, outcome, said: visible(said.trim(), MAX_SAID) }),
    record: async (action, outcome, said) => audit.finish(await audit.begin(action), outcome, said),
    async recordDenied(action, reason) {
      const count = countOf(action);
      const now = Math.floor(nowMs() / 60_000);
      if (now !== count.minute) count.denied = 0;
      count.minute = now;
      count.denied++;
      if (count.denied > DENIED_PER_MINUTE) {
        count.skipped++;
        return;
      }
      const more =
        count.skipped === 0 ? "" : ` (and ${count.skipped} refusals before it that are not listed)`;
      count.skipped = 0;
      await audit.record(action, "denied", reason + more);
    },
  };
  return audit;
}

/** A page of the audit. */
export async function readAudit(
  db: OperatorDb,
  filter: AuditFilter,
  pageSize: number,
): Promise<{ entries: AuditEntry[]; nextBefore?: number }> {
  const rows = await listAudit(db, filter, pageSize + 1);
  const shown = rows.slice(0, pageSize);
  const last = shown.at(-1);
  return {
    entries: shown.map(presentEntry),
    ...(rows.length > pageSize && last !== undefined ? { nextBefore: last.id } : {}),
  };
}

function presentEntry({ id, at_ms, who, method, parameters, outcome, said }: AuditRow): AuditEntry {
  const facts = { id, atMs: at_ms, who, method, parameters, outcome: outcome ?? "unknown" };
  return said === null ? facts : { ...facts, said };
}
