import type { Context } from "hono";
import { InputError } from "../../errors";
import { readBytes } from "../../read-bytes";
import { MAX_FORM_BYTES } from "../answering";
import type { ApiEnv } from "../env";
import { MANAGER_HEADER, writeManager } from "../middleware/managing";
import type { SentRequest } from "./messages";

/** What a thread needs of a request. @throws InputError BAD_PARAMETER when its body is too long */
export async function requestOf(c: Context<ApiEnv>): Promise<Omit<SentRequest, "place">> {
  const { raw } = c.req;
  const headers = [...raw.headers].filter(([name]) => !OWN_HEADERS.has(name));
  // Asking a GET for its body makes a second request object of it.
  const sent = raw.method === "GET" || raw.method === "HEAD" ? null : raw.body;
  const body = sent === null ? undefined : await readBytes(sent, MAX_FORM_BYTES);
  if (sent !== null && body === undefined)
    throw new InputError("BAD_PARAMETER", `the body must be at most ${MAX_FORM_BYTES} bytes`);
  return {
    method: raw.method,
    url: raw.url,
    body,
    headers: [...headers, ["x-request-id", c.get("requestId")], ...writeManager(c.get("manager"))],
  };
}

/** Headers that say something of the connection, or that are replaced. */
const OWN_HEADERS = new Set([
  "x-request-id",
  MANAGER_HEADER,
  "connection",
  "content-length",
  "transfer-encoding",
  "host",
]);
