import { operator, settle } from "@/app/server";
import type { Panel } from "@/lib/contract/operator/access";
import { listAudit } from "@/lib/contract/operator/audit";
import { FirnError } from "@/lib/errors";

/**
 * What a page of the console was made of, short: the panel's state and, for a session, the newest row of the audit,
 * which everything that Firn changes at the node leaves behind.
 */
export async function markOf(panel: Panel | FirnError, session: string | undefined): Promise<string> {
  if (panel instanceof FirnError) return panel.code;
  const standing = [panel.state, panel.reason?.code, panel.signIn].join(" ");
  if (panel.state !== "open") return standing;
  const newest = await settle(operator().ask(listAudit, { query: { pageSize: 1 }, session }));
  if (newest instanceof FirnError) return `${standing} ${newest.code}`;
  const [entry] = newest.entries;
  return `${standing} ${entry?.id} ${entry?.outcome}`;
}
