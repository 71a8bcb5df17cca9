import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Context } from "hono";
import { InputError } from "../../errors";
import { readBytes } from "../../read-bytes";
import type { ApiEnv } from "../env";
import { openMcpFacts, openMcpServer } from "./server";

/** Where agents ask over HTTP. */
export const MCP_PATH = "/mcp";

/** Answers a request of an agent; `fetch` asks the API itself. */
export type AnswerMcp = (
  c: Context<ApiEnv>,
  fetch: (request: Request, env: ApiEnv["Bindings"]) => Response | Promise<Response>,
) => Promise<Response>;

/** A call and its arguments are short. */
const MAX_BODY_BYTES = 64 * 1024;
/** Headers that say who asks. What a tool asks counts for the agent as if it had asked itself. */
const ABOUT_CALLER = (name: string) =>
  !/^(accept|content|transfer|mcp|if|origin|connection|last-event)/.test(name) || name === "x-request-id";

/**
 * Agents over HTTP, each request by itself: nothing is kept between them, so that any replica answers and nobody can fill a
 * memory. Host, origin, key and limit were checked before, and are again for each thing that a tool asks.
 */
export function openMcp({ version, nowMs }: { version: string; nowMs: () => number }): AnswerMcp {
  const facts = openMcpFacts(nowMs);
  return async (c, fetch) => {
    const parsedBody = await readMessage(c.req.raw);
    const headers = [...c.req.raw.headers].filter(([name]) => ABOUT_CALLER(name));
    const ask = async (path: string, signal: AbortSignal) => {
      const both = AbortSignal.any([signal, c.req.raw.signal]);
      return fetch(new Request(new URL(path, c.req.url), { headers, signal: both }), c.env);
    };
    // Each request has a server and transport of its own; when it is answered, nothing refers to them any more.
    const server = openMcpServer({ ask, facts, version });
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await server.connect(transport);
    return transport.handleRequest(c.req.raw, { parsedBody });
  };
}

/** One message, as a request counts once. @throws InputError BAD_PARAMETER */
async function readMessage({ body }: Request): Promise<object> {
  const refuse = (what: string, cause?: unknown) => new InputError("BAD_PARAMETER", what, { cause });
  const bytes = await readBytes(body ?? [], MAX_BODY_BYTES);
  if (bytes === undefined) throw refuse(`the body must be at most ${MAX_BODY_BYTES} bytes`);
  try {
    const message: unknown = JSON.parse(bytes.toString());
    if (typeof message === "object" && message !== null && !Array.isArray(message)) return message;
  } catch (cause) {
    throw refuse("the body must be JSON", cause);
  }
  throw refuse("the body must be one message of JSON-RPC, no list of them");
}
