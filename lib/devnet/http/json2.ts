import type { z } from "zod";
import { type Method, parseLossless, type RpcError, stringifyLossless } from "../../contract/rpc";
import { FirnError } from "../../errors";
import { compactJson, escapeHtml, GoJsonError, type JsonSpan, scanFirstValue } from "../go/json";
import { type HttpReply, type HttpRequest, textReply } from "./http";

/**
 * JSON-RPC as all endpoints but the C-Chain's speak it: one call per POST, always HTTP 200.
 * @source gorilla/rpc v2 server.go and json2/server.go; AvalancheGo utils/json/codec.go
 */

/** One method of a service with its handler. */
export interface Answer {
  /** `service.name` as called. */
  name: string;
  /** Returns the result, or undefined if the parameters do not fit. @throws InputError in the node's words */
  run(params: Record<string, unknown>): Promise<{ result: unknown } | undefined>;
}

/** Binds a contract to its handler. Parameters arrive parsed; the result has the contract's type. */
export function answers<Params extends z.ZodObject, Result extends z.ZodType>(
  contract: Method<Params, Result>,
  handler: (params: z.output<Params>) => z.input<Result> | Promise<z.input<Result>>,
): Answer {
  const keys = Object.keys(contract.params.shape);
  return {
    name: contract.name,
    async run(given) {
      const params = contract.params.safeParse(matchKeys(given, keys));
      return params.success ? { result: await handler(params.data) } : undefined;
    },
  };
}

/**
 * Answers one HTTP request at an endpoint with these methods.
 * @param services names of the endpoint's services, to distinguish a missing service from a missing method
 */
export async function answerJson2(
  request: HttpRequest,
  services: readonly string[],
  methods: ReadonlyMap<string, Answer>,
): Promise<HttpReply> {
  if (request.method !== "POST") {
    return textReply(405, `rpc: POST method required, received ${request.method}`);
  }
  const contentType = request.headers["content-type"] ?? "";
  if (contentType.split(";")[0]?.trim().toLowerCase() !== "application/json") {
    return textReply(415, `rpc: unrecognized Content-Type: ${contentType}`);
  }
  const call = readCall(request.body);
  const failure = call.error ?? findMethodError(call.method, services, methods);
  if (failure !== undefined) return reply(call, { error: failure }, false);
  const answer = methods.get(call.method);
  const params = readParams(call.params);
  if (answer === undefined || params === undefined)
    return reply(call, { error: rpcError(CANNOT_UNMARSHAL) }, false);
  try {
    const outcome = await answer.run(params);
    if (outcome === undefined) return reply(call, { error: rpcError(CANNOT_UNMARSHAL) }, false);
    return reply(call, outcome, true);
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    return reply(call, { error: rpcError(error.message) }, true);
  }
}

const CANNOT_UNMARSHAL =
  "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls";

/** A request as far as it could be read. `params` and `id` are JSON text, absent if missing or null. */
interface Call {
  jsonrpc: string;
  method: string;
  params?: string;
  id?: string;
  error?: RpcError;
}

function readCall(body: string): Call {
  const call: Call = { jsonrpc: "", method: "" };
  const parseError = (message: string) => {
    call.error ??= { code: -32700, message, data: call };
  };
  try {
    const span = scanFirstValue(body);
    if (span.kind === "object") readMembers(call, span, { body, parseError });
    else if (span.kind !== "null") {
      parseError(`json: cannot unmarshal ${span.kind} into Go value of type json2.serverRequest`);
    }
  } catch (error) {
    if (!(error instanceof GoJsonError)) throw error;
    parseError(error.message);
  }
  if (call.jsonrpc !== "2.0") call.error ??= { code: -32600, message: "jsonrpc must be 2.0", data: call };
  return call;
}

/** Matches keys in any case. The last of several counts; null leaves a member unchanged. */
function readMembers(
  call: Call,
  span: JsonSpan,
  { body, parseError }: { body: string; parseError: (message: string) => void },
): void {
  for (const { key, value } of span.members) {
    const name = (JSON.parse(`"${key}"`) as string).toLowerCase();
    const text = body.slice(value.start, value.end);
    if (name === "jsonrpc" || name === "method") {
      if (value.kind === "string") call[name] = JSON.parse(text) as string;
      else if (value.kind !== "null") {
        parseError(
          `json: cannot unmarshal ${value.kind} into Go struct field serverRequest.${name} of type string`,
        );
      }
    } else if (name === "params" || name === "id") {
      if (value.kind === "null") delete call[name];
      else call[name] = compactJson(text);
    }
  }
}

/** The error in a method's name. The node looks it up with its first letter in upper case, and names it so. */
function findMethodError(
  method: string,
  services: readonly string[],
  methods: ReadonlyMap<string, Answer>,
): RpcError | undefined {
  const [, service, first = "", rest] = /^([^.]*)\.(.?)(.*)$/su.exec(method) ?? [];
  if (/^\p{Lu}/u.test(first)) return rpcError("method must start with a non-uppercase letter");
  const lookedUp = service === undefined ? method : `${service}.${first.toUpperCase()}${rest}`;
  const parts = lookedUp.split(".");
  if (parts.length !== 2)
    return rpcError(`rpc: service/method request ill-formed: ${JSON.stringify(lookedUp)}`);
  if (!services.includes(parts[0] ?? ""))
    return rpcError(`rpc: can't find service ${JSON.stringify(lookedUp)}`);
  if (!methods.has(method)) return rpcError(`rpc: can't find method ${JSON.stringify(lookedUp)}`);
  return undefined;
}

/** The object of parameters: given directly or as the first item of a list. Undefined for anything else. */
function readParams(text: string | undefined): Record<string, unknown> | undefined {
  const value = parseLossless(text ?? "{}");
  const params = Array.isArray(value) ? (value[0] ?? {}) : value;
  return typeof params === "object" && params !== null && !Array.isArray(params)
    ? (params as Record<string, unknown>)
    : undefined;
}

/** Matches keys in any case, as Go does. Unknown keys are dropped. */
function matchKeys(given: Record<string, unknown>, keys: readonly string[]): Record<string, unknown> {
  const byLowerCase = new Map(keys.map((key) => [key.toLowerCase(), key]));
  const matched = Object.entries(given).flatMap(([key, value]) => {
    const known = byLowerCase.get(key.toLowerCase());
    return known === undefined ? [] : [[known, value] as const];
  });
  return Object.fromEntries(matched);
}

function rpcError(message: string): RpcError {
  return { code: -32000, message, data: null };
}

/** @param ran whether the method itself was reached: the node then adds one header */
function reply(call: Call, outcome: { result: unknown } | { error: RpcError }, ran: boolean): HttpReply {
  const headers: Record<string, string> = ran ? { "x-content-type-options": "nosniff" } : {};
  const unreadable = "error" in outcome && outcome.error.code === -32700;
  // Without an id it is a notification, unless it could not even be parsed.
  if (call.id === undefined && !unreadable) return { status: 200, headers, body: "" };
  const text =
    "result" in outcome
      ? `"result":${stringifyLossless(outcome.result)}`
      : `"error":${errorText(outcome.error)}`;
  const body = escapeHtml(`{"jsonrpc":"2.0",${text},"id":${call.id ?? "null"}}`);
  return {
    status: 200,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: `${body}\n`,
  };
}

/** `data` holds the request if the request itself was wrong. */
function errorText({ code, message, data }: RpcError): string {
  const call = data as Call | null;
  const text =
    call === null
      ? "null"
      : `{"jsonrpc":${JSON.stringify(call.jsonrpc)},"method":${JSON.stringify(call.method)},"params":${call.params ?? "null"},"id":${call.id ?? "null"}}`;
  return `{"code":${code},"message":${JSON.stringify(message)},"data":${text}}`;
}
