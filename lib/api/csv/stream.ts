import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "hono";
import type { Route } from "../../contract/route";
import type { ApiEnv } from "../env";
import { MANAGER_HEADER, writeManager } from "../middleware/managing";
import { FORMAT, ROWS } from "./format";

/** Says to whoever puts pages together how the next one is asked for. Clients do not see it. */
export const NEXT_PAGE = "x-next-page-token";

/** Rows of a page that does not name its size. */
const PAGE_SIZE = "100";
/** How often a page is asked for again that is refused because too much is asked at once. */
const TRIES = 20;

/**
 * A whole list as one file, page by page as the client reads it: nothing is kept, and for a client that has left nothing more is
 * read. If the first page fails, that is the answer. If a later one does, the transfer breaks off, so that part of a list
 * never looks like all of it. Every page counts against the client's rate; instead of a refusal, it waits.
 * @param readPage answers a request for one page, `csv` in its query
 */
export async function streamCsv(
  c: Context<ApiEnv>,
  route: Route,
  readPage: (request: Request) => Promise<Response>,
): Promise<Response> {
  const { signal } = c.req.raw;
  const headers = new Headers(c.req.raw.headers);
  headers.set("x-request-id", c.get("requestId"));
  headers.delete(MANAGER_HEADER);
  for (const [name, value] of writeManager(c.get("manager"))) headers.set(name, value);
  const url = new URL(c.req.url);
  if ("pageSize" in route.query.shape && !url.searchParams.has("pageSize"))
    url.searchParams.set("pageSize", PAGE_SIZE);
  const read = () => readPage(new Request(url, { headers, signal }));
  const first = await read();
  if (!first.ok) return first;
  let page: Response | undefined = first;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(file) {
        // A page without rows is nothing to send: nobody would ask for more.
        for (let isEmpty = true; isEmpty; ) {
          const { bytes, token } = await takePage(page ?? (await readLater(read, c, signal)));
          page = undefined;
          isEmpty = bytes.length === 0;
          if (!isEmpty) file.enqueue(bytes);
          if (token === null) return file.close();
          url.searchParams.set("pageToken", token);
          url.searchParams.set(FORMAT, ROWS);
        }
      },
    },
    { highWaterMark: 0 },
  );
  const answer = new Response(c.req.method === "HEAD" ? null : body, first);
  answer.headers.delete(NEXT_PAGE);
  answer.headers.delete("content-length");
  answer.headers.set("content-disposition", `attachment; filename="${route.operationId}.csv"`);
  return answer;
}

async function takePage(page: Response): Promise<{ bytes: Uint8Array; token: string | null }> {
  if (!page.ok) throw new Error(`a page of the list was answered with ${page.status}`);
  return { bytes: new Uint8Array(await page.arrayBuffer()), token: page.headers.get(NEXT_PAGE) };
}

/** A further page, once the client may have it. */
async function readLater(
  read: () => Promise<Response>,
  c: Context<ApiEnv>,
  signal: AbortSignal,
): Promise<Response> {
  const charge = c.get("charge");
  for (let waitMs = charge?.() ?? 0; waitMs > 0; waitMs = charge?.() ?? 0)
    await sleep(waitMs, undefined, { signal });
  for (let tries = 1; ; tries++) {
    const page = await read();
    if (page.status !== 503 || tries === TRIES) return page;
    await page.body?.cancel();
    await sleep(Number(page.headers.get("retry-after") ?? 1) * 1_000, undefined, { signal });
  }
}
