import type { AdminClient } from "../../client/admin";
import type { ActionName, CallOutcome } from "../../contract/operator/actions";
import { stringifyLossless } from "../../contract/rpc";
import type { OperatorContext } from "../context";
import { type Exchange, judge, openWatchedAdmin } from "./exchange";
import { meaningOf } from "./meaning";

/** One request to the node's admin API. */
export interface AdminRequest {
  /** Short id of a session, or `timer`. */
  who: string;
  name: ActionName;
  /** `params` are sent to the node; `also` is recorded in the audit beside them. */
  params: Record<string, unknown>;
  also?: Record<string, unknown>;
  run(admin: AdminClient): Promise<unknown>;
  /** Called if the outcome is unknown. Returns a sentence about the state the node is in now. */
  readBack?(admin: AdminClient): Promise<string>;
}

/**
 * Calls the node exactly once and records the call before and after. Nothing else makes the admin API change the node.
 */
export async function askNode(context: OperatorContext, request: AdminRequest): Promise<CallOutcome> {
  const { who, name, params, also = {} } = request;
  const method = `admin.${name}`;
  const auditId = await context.audit.begin({ who, method, parameters: { ...params, ...also } });
  const askedAtMs = context.nowMs();
  const { admin, exchange } = openWatchedAdmin(context.nodeUrl);
  const error = await request.run(admin).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const tookMs = context.nowMs() - askedAtMs;
  const { outcome, message = "" } = judge(exchange, error);
  await context.audit.finish(auditId, outcome, exchange.answer || message);
  const sentRequest = exchange.request ?? stringifyLossless({ jsonrpc: "2.0", id: 1, method, params });
  const facts = {
    auditId,
    method,
    outcome,
    askedAtMs,
    tookMs,
    request: sentRequest,
    curl: curlOf(context.nodeUrl, exchange, sentRequest),
    ...(exchange.status === undefined ? {} : { status: exchange.status, answer: exchange.answer ?? "" }),
  };
  if (outcome === "done") return facts;
  const failed = { ...facts, error: { message, meaning: meaningOf(outcome, message) } };
  return outcome === "unknown" ? { ...failed, readBack: await readBack(context, request) } : failed;
}

async function readBack(context: OperatorContext, { readBack: ask }: AdminRequest): Promise<string> {
  if (ask === undefined) return "The node keeps no record of this: you can only try again.";
  try {
    return await ask(openWatchedAdmin(context.nodeUrl).admin);
  } catch {
    return "The node did not answer when asked for its state.";
  }
}

/** The request as a shell command. Credentials of the URL are left for the operator to fill in. */
function curlOf(nodeUrl: string, { url }: Exchange, request: string): string {
  const { username, origin, pathname } = new URL(nodeUrl);
  const login = username === "" ? "" : " --user NAME:PASSWORD";
  const at = url ?? `${origin}${pathname.replace(/\/$/, "")}/ext/admin`;
  return `curl${login} -H 'content-type: application/json' --data ${quote(request)} ${quote(at)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
