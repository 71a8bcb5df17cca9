import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Context, MiddlewareHandler } from "hono";
import { accepts } from "hono/accepts";
import type { ApiEnv } from "../env";

/** Both run in threads of Node's own pool. Levels at which packing takes less time than a fast network saves. */
const PACKERS = {
  br: (body: Uint8Array) => brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (body: Uint8Array) => zip(body, { level: 6 }),
};
const brotli = promisify<Uint8Array, object, Buffer>(brotliCompress);
const zip = promisify<Uint8Array, object, Buffer>(gzip);

/** Smaller bodies fit one packet as they are. */
const LEAST_BYTES = 1_024;

/** How a client wants bodies to be packed. */
export function encodingOf(c: Context<ApiEnv>): keyof typeof PACKERS | "identity" {
  const supports = Object.keys(PACKERS);
  return accepts(c, { header: "Accept-Encoding", supports, default: "identity" }) as keyof typeof PACKERS;
}

/** A body packed with brotli or gzip, if the client accepts it and there is enough of it. */
export async function pack(
  c: Context<ApiEnv>,
  body: Uint8Array<ArrayBuffer>,
): Promise<{ body: Uint8Array<ArrayBuffer>; encoding: string | undefined }> {
  const encoding = encodingOf(c);
  if (encoding === "identity" || body.length < LEAST_BYTES) return { body, encoding: undefined };
  return { body: new Uint8Array(await PACKERS[encoding](body)), encoding };
}

/** Packs JSON and text that is not packed yet. An ETag is then weak: the bytes are others. */
export const compress: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  const { status, headers } = c.res;
  const type = headers.get("content-type") ?? "";
  // The body is looked at last: an answer that nobody looked into is sent without a stream.
  if (c.req.method === "HEAD" || headers.has("content-encoding") || encodingOf(c) === "identity") return;
  if (!/^(application\/json|text\/plain)\b/.test(type) || c.res.body === null) return;
  const { body, encoding } = await pack(c, new Uint8Array(await c.res.arrayBuffer()));
  if (encoding !== undefined) {
    headers.set("content-encoding", encoding);
    headers.delete("content-length");
    const etag = headers.get("etag");
    if (etag !== null) headers.set("etag", `W/${etag}`);
  }
  c.res = undefined; // otherwise Hono adds the headers of the one before
  c.res = new Response(body, { status, headers });
};
