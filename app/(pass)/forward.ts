import { refusal, refusalOf } from "@/app/refusal";
import { api } from "@/app/server";
import { VISITOR_HEADER } from "@/lib/contract/callers";
import { FirnError } from "@/lib/errors";

/** Response headers that mean something to a browser. The others belong to the connection between web and API. */
const KEPT = [
  "content-type",
  "cache-control",
  "etag",
  "retry-after",
  "ratelimit-policy",
  "ratelimit-limit",
  "ratelimit-remaining",
  "ratelimit-reset",
  "x-request-id",
  "x-firn-partial",
  "x-accel-buffering",
];

/**
 * Forwards a GET, or a POST that sends nothing, to Firn's API. The client matches it against the contracts and rebuilds
 * it from parsed parameters, so only the interface can be reached, whatever a decoded path holds.
 */
export async function forward(request: Request): Promise<Response> {
  try {
    const method = request.method === "POST" ? "post" : "get";
    const answer = await api().forward(new URL(request.url), {
      method,
      signal: request.signal,
      lastEventId: request.headers.get("last-event-id") ?? undefined,
      visitor: request.headers.get(VISITOR_HEADER) ?? undefined,
    });
    const headers = new Headers();
    for (const name of KEPT) {
      const value = answer.headers.get(name);
      if (value !== null) headers.set(name, value);
    }
    return new Response(answer.body, { status: answer.status, headers });
  } catch (error) {
    if (error instanceof FirnError && error.code === "NOT_FOUND" && request.method === "POST")
      return refuse(request);
    if (error instanceof FirnError) return refusalOf(error);
    if (request.signal.aborted) return refusal(499, "the browser closed the connection");
    throw error;
  }
}

/** Answers any other method. */
export function refuse(request: Request): Response {
  return refusal(405, `${request.method} is not allowed, use GET`);
}
