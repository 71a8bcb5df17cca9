import type { Kysely } from "kysely";
import type { AuditEntry, AuditOutcome } from "../contract/operator/audit";
import { stringifyLossless } from "../contract/rpc";
import {
  type AuditFilter,
  type AuditRow,
  insertAudit,
  insertAuditOutcome,
  listAudit,
} from "../store/queries/operator/audit";
import type { OperatorTables } from "../store/tables/operator";
import { csvLine } from "./csv";
import { visible } from "./visible";

/** What is written down: who, which method, with what. Parameters hold no secrets: callers see to that. */
export interface Deed {
  /** Short id of a session, `timer` or `nobody`. */
  who: string;
  method: string;
  parameters: unknown;
}

/** The record of what the node and the console were asked. */
export interface Audit {
  /** Before it is done. Gives the row's id. */
  begin(deed: Deed): Promise<number>;
  /** Once the outcome is known; without it the row stays unknown. */
  finish(id: number, outcome: AuditOutcome, said: string): Promise<void>;
  /** Something that happened at once. */
  note(deed: Deed, outcome: AuditOutcome, said: string): Promise<void>;
  /** What was refused to somebody. Beyond a number a minute such rows are counted only, and the next one says how many. */
  deny(deed: Deed, reason: string): Promise<void>;
}

const MAX_PARAMETERS = 4_000;
const MAX_SAID = 16_000;
/** What nobody signed in for could otherwise fill the disk. */
const DENIED_PER_MINUTE = 30;

export function openAudit(db: Kysely<OperatorTables>, nowMs: () => number): Audit {
  let minute = -1;
  let denied = 0;
  let skipped = 0;
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
    note: async (deed, outcome, said) => audit.finish(await audit.begin(deed), outcome, said),
    async deny(deed, reason) {
      const now = Math.floor(nowMs() / 60_000);
      if (now !== minute) denied = 0;
      minute = now;
      denied++;
      if (denied > DENIED_PER_MINUTE) {
        skipped++;
        return;
      }
      const more = skipped === 0 ? "" : ` (and ${skipped} refusals before it that are not listed)`;
      skipped = 0;
      await audit.note(deed, "denied", reason + more);
    },
  };
  return audit;
}

/** A page of the audit. */
export async function readAudit(
  db: Kysely<OperatorTables>,
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

const CSV_HEAD = ["id", "time", "who", "method", "parameters", "outcome", "answer or error"];
const CSV_ROWS = 1_000;

/** The same as CSV; only what begins with the newest row has a heading. */
export async function writeAuditCsv(
  db: Kysely<OperatorTables>,
  filter: AuditFilter,
): Promise<{ csv: string; nextBefore?: number }> {
  const { entries, ...next } = await readAudit(db, filter, CSV_ROWS);
  const lines = entries.map(({ id, atMs, who, method, parameters, outcome, said = "" }) =>
    csvLine([String(id), new Date(atMs).toISOString(), who, method, parameters, outcome, said]),
  );
  return { csv: [...(filter.before === undefined ? [csvLine(CSV_HEAD)] : []), ...lines].join(""), ...next };
}

function presentEntry({ id, at_ms, who, method, parameters, outcome, said }: AuditRow): AuditEntry {
  const facts = { id, atMs: at_ms, who, method, parameters, outcome: outcome ?? "unknown" };
  return said === null ? facts : { ...facts, said };
}
