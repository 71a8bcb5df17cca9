import { answerCsv, type CsvPage } from "@/app/[chain]/csv";
import { operator } from "@/app/server";
import { listAudit } from "@/lib/contract/operator/audit";
import { readAuditFilter } from "../../../audit-filter";
import { sessionAt } from "../../../session";

const HEAD = ["id", "time", "who", "method", "parameters", "outcome", "answer or error"];

/** The whole audit under its filter, page by page. A page that cannot be read aborts the download. */
export async function GET(
  request: Request,
  { params }: { params: Promise<{ path: string }> },
): Promise<Response> {
  const filter = readAuditFilter(Object.fromEntries(new URL(request.url).searchParams));
  const session = await sessionAt((await params).path);
  const readPage = async (token: string | undefined): Promise<CsvPage> => {
    const query = { ...filter, pageSize: 1000, ...(token !== undefined && { before: Number(token) }) };
    const { entries, nextBefore } = await operator().ask(listAudit, { query, session });
    const rows = entries.map(({ id, atMs, who, method, parameters, outcome, said = "" }) => [
      id,
      new Date(atMs).toISOString(),
      who,
      method,
      parameters,
      outcome,
      said,
    ]);
    return { rows, next: nextBefore === undefined ? undefined : String(nextBefore) };
  };
  return answerCsv("firn-audit.csv", HEAD, readPage, { maxRows: Number.POSITIVE_INFINITY });
}
