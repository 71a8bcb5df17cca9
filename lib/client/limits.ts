import { NodeError } from "../errors";
import type { HttpAnswer } from "./http";

/** The error of a JSON-RPC answer. Nothing about it is certain: a proxy may have written it. */
export interface RpcError {
  code?: unknown;
  message?: unknown;
}

/** Error codes of rate limits: EIP-1474's, HTTP's, and one in common use. */
const LIMITED = [-32005, -32029, 429];
const LIMITED_WORDS =
  /rate.?limit|too many (?:concurrent )?requests|requests? (?:limit|rate|count|capacity)|throttl|quota|compute units|(?:daily|monthly|call|usage) (?:limit|rate|capacity)|error code: 1015|slow down/i;
/** Messages about one request that asks for too much. These may have the code of a rate limit. */
const TOO_MUCH =
  /batch|\bin (?:one|a|the) (?:batch|request)\b|(?:response|result|payload|request|content|entity|body)(?: entity)?(?: size)? (?:is )?(?:too (?:large|big|long)|size|limit exceeded|exceed)|more than \d+ results/i;

/** geth's error code of a revert with a reason. */
const REVERTED = 3;
/** geth's messages for errors of the EVM. @source go-ethereum core/vm/errors.go */
const STOPPED =
  /revert|out of gas|max call depth|insufficient balance for transfer|invalid jump|write protection|return data out of bounds|gas uint64 overflow|stack (?:underflow|limit)|invalid opcode/i;

/** Whether a contract failed, and not the node. */
export function isContractFailure({ code, message }: RpcError): boolean {
  return code === REVERTED || (!LIMITED.includes(Number(code)) && STOPPED.test(String(message)));
}

/** Whether a node refuses a call now, because there were too many. The same call is answered later. */
export function isRateLimit(error: RpcError): boolean {
  if (isContractFailure(error) || asksTooMuch(error)) return false;
  return LIMITED.includes(Number(error.code)) || LIMITED_WORDS.test(String(error.message));
}

/** Whether a node refuses a batch for its size, or an answer for its length. A smaller request may be answered. */
export function asksTooMuch({ message }: RpcError): boolean {
  return TOO_MUCH.test(String(message));
}

/** Codes of an unknown method: JSON-RPC's, and EIP-1474's of one that is not supported. */
const NO_METHOD = [-32601, -32004];
const NO_METHOD_WORDS =
  /\bmethods?\b.*(?:not (?:found|exist|available|supported|allowed|enabled|whitelisted|permitted|implemented)|(?:un|dis)(?:supported|allowed|known|available|abled)|(?:does not|doesn't) exist)|(?:un(?:supported|known)|disabled) (?:rpc )?method|not (?:available|supported|included) (?:on|in) .*(?:tier|plan)/i;

/** Whether a node has no such method, or not for this caller. */
export function lacksMethod(error: RpcError): boolean {
  if (isRateLimit(error) || isContractFailure(error) || asksTooMuch(error)) return false;
  return NO_METHOD.includes(Number(error.code)) || NO_METHOD_WORDS.test(String(error.message));
}

const TOO_MANY = 429;
const FORBIDDEN = 403;
const AWAY = 503;

/** What a node's HTTP answer says about its limits; undefined if nothing. */
export function httpLimit({ status, text, retryAfterMs }: HttpAnswer): string | undefined {
  const isRefusal = status === FORBIDDEN || status === AWAY;
  if (status === TOO_MANY || (status === AWAY && retryAfterMs !== undefined)) return `HTTP ${status}`;
  return isRefusal && LIMITED_WORDS.test(text) ? `HTTP ${status} (${text.trim().slice(0, 100)})` : undefined;
}

/**
 * The error for a node that limits requests: what it said, how long it asks to wait, and whether it answered some of the
 * calls.
 */
export function limitError(
  said: string,
  { retryAfterMs, isPartial = false }: { retryAfterMs?: number | undefined; isPartial?: boolean } = {},
): NodeError {
  const text = said.slice(0, 200);
  return new NodeError("NODE_LIMITED", `the node limits requests: ${text}`, {
    hint: "Firn slows down and retries; your own node has no such limit",
    details: { said: text, isPartial, ...(retryAfterMs !== undefined && { retryAfterMs }) },
  });
}

/** Whether an error says that the node limits requests. */
export function isLimit(error: unknown): error is NodeError {
  return error instanceof NodeError && error.code === "NODE_LIMITED";
}
