import { toCsv } from "@/components/list/csv";
import { FirnError } from "@/lib/errors";

/** Rows of one page and the token of the next. */
export interface CsvPage {
  rows: string[][];
  next?: string | undefined;
}

/** Rows of one file: a bound, so that a click can't start a dump of the chain. */
const MAX_ROWS = 1000;

/** Walks a list page by page into one file. An upstream that fails gives its sentence and status, never half a file. */
export async function answerCsv(
  name: string,
  head: readonly string[],
  readPage: (token: string | undefined) => Promise<CsvPage>,
): Promise<Response> {
  const rows: string[][] = [];
  let token: string | undefined;
  try {
    do {
      const page = await readPage(token);
      rows.push(...page.rows);
      token = page.next;
    } while (token !== undefined && rows.length < MAX_ROWS);
  } catch (error) {
    if (error instanceof FirnError) return new Response(`${error.message}\n`, { status: error.status });
    throw error;
  }
  return new Response(toCsv([head, ...rows.slice(0, MAX_ROWS)]), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
