import { refusal, refusalOf } from "@/app/refusal";
import { type CsvCell, toCsv } from "@/components/list/csv";
import { FirnError } from "@/lib/errors";

/** Rows of one page and the token of the next. */
export interface CsvPage {
  rows: CsvCell[][];
  next?: string | undefined;
}

/** Answer where no list is. */
export function noSuchList(): Response {
  return refusal(404, "there is no such list: see what the filters of its page accept");
}

/** Rows of one file unless told: a bound, so that a click can't start a dump of the chain. */
const MAX_ROWS = 10_000;

/**
 * A list as one file, page by page as the reader takes it: nothing is kept, and a download that is broken off asks for no
 * more. When the first page can't be read its sentence and status are the answer; a later one breaks the download, so that
 * half a file never looks like a whole one.
 */
export async function answerCsv(
  name: string,
  head: readonly string[],
  readPage: (token: string | undefined) => Promise<CsvPage>,
  { maxRows = MAX_ROWS }: { maxRows?: number } = {},
): Promise<Response> {
  let page: CsvPage | undefined;
  try {
    page = await readPage(undefined);
  } catch (error) {
    if (error instanceof FirnError) return refusalOf(error);
    throw error;
  }
  let left = maxRows;
  let token: string | undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start: (file) => file.enqueue(encoder.encode(toCsv([head]))),
    async pull(file) {
      const { rows, next } = page ?? (await readPage(token));
      page = undefined;
      token = next;
      file.enqueue(encoder.encode(toCsv(rows.slice(0, left))));
      // A page without rows counts too: no walk is endless.
      left -= Math.max(rows.length, 1);
      if (token === undefined || left <= 0) file.close();
    },
  });
  return new Response(body, {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
    },
  });
}
