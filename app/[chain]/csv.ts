import { findEvmChain } from "@/app/[chain]/evm-chain";
import { refusal, refusalOf } from "@/app/refusal";
import { toResult } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { type CsvCell, toCsv } from "@/lib/csv";
import { FirnError } from "@/lib/errors";

/** Rows of one page and the token of the next. */
export interface CsvPage {
  rows: CsvCell[][];
  next?: string | undefined;
}

/** The answer if there is no such list. */
export function noSuchList(): Response {
  return refusal(404, "there is no such list: see which filters its page accepts");
}

/** Default limit of rows in one file, so that a click cannot dump the whole chain. */
const MAX_ROWS = 10_000;

/**
 * A list as one file, sent page by page as the client reads it: nothing is kept, and an aborted download requests no
 * more. If the first page fails, its error and status are the answer. A later failure aborts the download, so that half
 * a file never looks complete.
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
      // A page without rows counts too, so that the loop ends.
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

/** A list of an EVM chain as one file. A query that could not be read, or a chain that is not indexed, is no such list. */
export async function answerEvmCsv<Query>(
  { segment, name, head }: { segment: string; name: string; head: readonly string[] },
  query: Query | undefined,
  readPage: (chain: EvmChain, query: Query, token: string | undefined) => Promise<CsvPage>,
): Promise<Response> {
  const chain = await toResult(findEvmChain(segment));
  if (query === undefined || chain === undefined) return noSuchList();
  return answerCsv(`${segment}-${name}.csv`, head, async (token) => {
    if (chain instanceof FirnError) throw chain;
    return readPage(chain, query, token);
  });
}

/** Unix seconds as a time that spreadsheets read; empty if there is none. */
export function utc(seconds: number | undefined): string {
  return seconds === undefined ? "" : new Date(seconds * 1000).toISOString();
}
