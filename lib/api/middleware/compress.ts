import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { MiddlewareHandler } from "hono";
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

/** Packs JSON and text with brotli or gzip for clients that accept it. An ETag is then weak: the bytes are others. */
export const compress: MiddlewareHandler<ApiEnv> = async (c, next) => {
  await next();
  const { res } = c;
  const type = res.headers.get("content-type") ?? "";
  if (c.req.method === "HEAD" || res.body === null || !/^(application\/json|text\/plain)\b/.test(type))
    return;
  const encoding = accepts(c, {
    header: "Accept-Encoding",
    supports: Object.keys(PACKERS),
    default: "identity",
  }) as keyof typeof PACKERS | "identity";
  if (encoding === "identity") return;
  const body = new Uint8Array(await res.arrayBuffer());
  const packed = body.length < LEAST_BYTES ? undefined : await PACKERS[encoding](body);
  c.res = new Response(packed === undefined ? body : new Uint8Array(packed), res);
  if (packed === undefined) return;
  c.res.headers.set("content-encoding", encoding);
  c.res.headers.delete("content-length");
  const etag = res.headers.get("etag");
  if (etag !== null) c.res.headers.set("etag", `W/${etag}`);
};
