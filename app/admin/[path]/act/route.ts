import { operator, toResult } from "@/app/server";
import { ACTIONS, type ActionName, type CallOutcome } from "@/lib/contract/operator/actions";
import { type EndedPutBacks, endAllPutBacks, endPutBack } from "@/lib/contract/operator/console";
import { addConsoleWebhook, changeConsoleWebhook } from "@/lib/contract/operator/webhooks";
import { hrefTo } from "@/lib/contract/pages";
import type { Route } from "@/lib/contract/route";
import { FirnError, InputError, NodeError } from "@/lib/errors";
import { answerPost, leadTo, NO_STORE } from "../../answer";
import { noteRefused } from "../../session";

/** One action of the console: `action` names it, the other fields are its parameters by contract. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ path: string }> },
): Promise<Response> {
  const { path } = await params;
  return answerPost(request, path, async ({ fields: { action = "", ...fields }, session, wantsJson }) => {
    const outcomes = await toResult(act(session, action, fields));
    if (outcomes instanceof FirnError) throw isOfWebhooks(action) ? outcomes : withoutOutcome(outcomes);
    if (wantsJson) return Response.json({ outcomes }, { headers: NO_STORE });
    const last = outcomes.at(-1);
    return leadTo(
      last === undefined
        ? hrefTo("console", { path })
        : `${hrefTo("console", { path }, { did: last.auditId })}#done`,
    );
  });
}

/** Runs the action. @throws InputError BAD_PARAMETER if the contract has no such action, UNAUTHORIZED; NodeError */
async function act(
  session: string | undefined,
  action: string,
  fields: Record<string, string>,
): Promise<CallOutcome[]> {
  // The operator parses them by the same contract, and records what it refuses.
  const sent = Object.fromEntries(
    Object.entries(fields).filter(([name, text]) => text !== "" || !LEFT_EMPTY.includes(name)),
  );
  if (action === "endAllPutBacks") return (await operator().ask(endAllPutBacks, { session })).outcomes;
  if (action === "endPutBack") {
    const route: Route = endPutBack;
    return ((await operator().ask(route, { sent, session })) as EndedPutBacks).outcomes;
  }
  if (isOfWebhooks(action)) {
    const route: Route = action === "addWebhook" ? addConsoleWebhook : changeConsoleWebhook;
    await operator().ask(route, { sent, session });
    return [];
  }
  if (!isAction(action)) {
    const reason = `"${action.slice(0, 40)}" is not an action of the console`;
    await noteRefused(session, reason);
    throw new InputError("BAD_PARAMETER", reason);
  }
  const route: Route = ACTIONS[action];
  return [(await operator().ask(route, { sent, session })) as CallOutcome];
}

/** In these fields an empty choice means "unchanged". In any other it is an error. */
const LEFT_EMPTY = ["logLevel", "displayLevel"];

/** If the operator stopped in between, the node may or may not have been called. */
function withoutOutcome(error: FirnError): FirnError {
  if (!(error instanceof NodeError)) return error;
  const hint = "it is unknown whether the node was called; the audit says so once the operator is back";
  return new NodeError(error.code, error.message, { hint, cause: error });
}

/** These go to Firn's own API, and never to the node. */
function isOfWebhooks(action: string): boolean {
  return action === "addWebhook" || action === "changeWebhook";
}

function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}
