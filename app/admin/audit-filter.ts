import { listAudit } from "@/lib/contract/operator/audit";
import type { SearchParams } from "@/lib/contract/pages";

const filter = listAudit.query.pick({ who: true, method: true, outcome: true, before: true });

/** Reads what of the audit is to be shown from a page's parameters, by contract; what is of another form filters nothing. */
export function readAuditFilter(search: SearchParams) {
  const given = Object.entries(search).filter(([, text]) => text !== "");
  const { data = {} } = filter.safeParse(Object.fromEntries(given));
  return data;
}
