import type { AdminClient } from "../../client/admin";
import type { ActionName, Outcome } from "../../contract/operator/actions";
import { stringifyLossless } from "../../contract/rpc";
import type { Desk } from "../desk";
import { type Exchange, judge, openWatchedAdmin } from "./exchange";
import { meaningOf } from "./meaning";

/** One request to the node's admin API. */
export interface AdminRequest {
  /** Short id of a session, or `timer`. */
  who: string;
  name: ActionName;
  /** What the node is sent, and what else belongs to it in the audit. */
  params: Record<string, unknown>;
  also?: Record<string, unknown>;
  run(admin: AdminClient): Promise<unknown>;
  /** Asked when the outcome is unknown: a sentence about how things are now. */
  readBack?(admin: AdminClient): Promise<string>;
}

/**
 * Asks the node once, whatever becomes of it, and writes it down before and after. The only place from where the admin
 * API is told to do something.
 */
export async function askNode(desk: Desk, request: AdminRequest): Promise<Outcome> {
  const { who, name, params, also = {} } = request;
  const method = `admin.${name}`;
  const auditId = await desk.audit.begin({ who, method, parameters: { ...params, ...also } });
  const askedAtMs = desk.nowMs();
  const { admin, exchange } = openWatchedAdmin(desk.nodeUrl);
  const error = await request.run(admin).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  const tookMs = desk.nowMs() - askedAtMs;
  const { outcome, message = "" } = judge(exchange, error);
  await desk.audit.finish(auditId, outcome, exchange.answer || message);
  const said = exchange.request ?? stringifyLossless({ jsonrpc: "2.0", id: 1, method, params });
  const facts = {
    ...{ auditId, method, outcome, askedAtMs, tookMs, request: said },
    curl: curlOf(desk.nodeUrl, exchange, said),
    ...(exchange.status === undefined ? {} : { status: exchange.status, answer: exchange.answer ?? "" }),
  };
  if (outcome === "done") return facts;
  const failed = { ...facts, error: { message, meaning: meaningOf(outcome, message) } };
  return outcome === "unknown" ? { ...failed, readBack: await readBack(desk, request) } : failed;
}

async function readBack(desk: Desk, { readBack: ask }: AdminRequest): Promise<string> {
  if (ask === undefined) return "The node keeps no record of this: it can only be tried again.";
  try {
    return await ask(openWatchedAdmin(desk.nodeUrl).admin);
  } catch {
    return "The node did not answer when asked how it is now.";
  }
}

/** The request for a shell. Credentials of the URL are left for the operator to fill in. */
function curlOf(nodeUrl: string, { url }: Exchange, request: string): string {
  const { username, origin, pathname } = new URL(nodeUrl);
  const login = username === "" ? "" : " --user NAME:PASSWORD";
  const at = url ?? `${origin}${pathname.replace(/\/$/, "")}/ext/admin`;
  return `curl${login} -H 'content-type: application/json' --data ${quote(request)} ${quote(at)}`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
