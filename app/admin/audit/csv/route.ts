import { Readable } from "node:stream";
import { operator, settle } from "@/app/server";
import { exportAudit } from "@/lib/contract/operator/audit";
import { FirnError } from "@/lib/errors";
import { NO_STORE } from "../../answer";
import { readAuditFilter } from "../../audit-filter";
import { sessionSecret } from "../../session";

/** The whole audit as its filter says, part by part; a part that can't be had breaks the download off. */
export async function GET(request: Request): Promise<Response> {
  const filter = readAuditFilter(Object.fromEntries(new URL(request.url).searchParams));
  const session = await sessionSecret();
  const ask = (before: number | undefined) =>
    operator().ask(exportAudit, { query: { ...filter, ...(before !== undefined && { before }) }, session });
  const first = await settle(ask(filter.before));
  if (first instanceof FirnError)
    return new Response(`${first.message}\n`, { status: first.status, headers: NO_STORE });
  return new Response(Readable.toWeb(Readable.from(partsFrom(first, ask))) as ReadableStream, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": 'attachment; filename="firn-audit.csv"',
      ...NO_STORE,
    },
  });
}

interface Part {
  csv: string;
  nextBefore?: number | undefined;
}

async function* partsFrom(first: Part, ask: (before: number) => Promise<Part>): AsyncGenerator<string> {
  for (let part = first; ; part = await ask(part.nextBefore)) {
    yield part.csv;
    if (part.nextBefore === undefined) return;
  }
}
