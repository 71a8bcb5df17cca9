import { operator, toResult } from "@/app/server";
import type { Panel } from "@/lib/contract/operator/access";
import { listAudit } from "@/lib/contract/operator/audit";
import { FirnError } from "@/lib/errors";

/**
 * A short fingerprint of a console page: the panel's state and, in a session, the newest row of the audit, which every
 * action of Firn at the node adds.
 */
export async function markOf(panel: Panel | FirnError, session: string | undefined): Promise<string> {
  if (panel instanceof FirnError) return panel.code;
  const standing = [panel.state, panel.reason?.code, panel.signIn].join(" ");
  if (panel.state !== "open") return standing;
  const newest = await toResult(operator().ask(listAudit, { query: { pageSize: 1 }, session }));
  if (newest instanceof FirnError) return `${standing} ${newest.code}`;
  const [entry] = newest.entries;
  return `${standing} ${entry?.id} ${entry?.outcome}`;
}
