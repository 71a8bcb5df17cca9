import { listAudit } from "@/lib/contract/operator/audit";
import type { SearchParams } from "@/lib/contract/pages";

const filter = listAudit.query.pick({ who: true, method: true, outcome: true, before: true });

/** Reads the audit's filter from a page's query, by contract. A malformed value filters nothing. */
export function readAuditFilter(search: SearchParams) {
  const given = Object.entries(search).filter(([, text]) => text !== "");
  const { data = {} } = filter.safeParse(Object.fromEntries(given));
  return data;
}
