import { operator, settle } from "@/app/server";
import { ACTIONS, type ActionName, type CallOutcome } from "@/lib/contract/operator/actions";
import { type EndedPutBacks, endAllPutBacks, endPutBack } from "@/lib/contract/operator/console";
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
    const outcomes = await settle(act(session, action, fields));
    if (outcomes instanceof FirnError) throw withoutOutcome(outcomes);
    if (wantsJson) return Response.json({ outcomes }, { headers: NO_STORE });
    const last = outcomes.at(-1);
    return leadTo(
      last === undefined
        ? hrefTo("console", { path })
        : `${hrefTo("console", { path }, { did: last.auditId })}#done`,
    );
  });
}

/** @throws InputError BAD_PARAMETER for what is no action of the contract, UNAUTHORIZED; NodeError */
async function act(
  session: string | undefined,
  action: string,
  fields: Record<string, string>,
): Promise<CallOutcome[]> {
  // The operator parses them by the same contract, and takes down what it refuses.
  const sent = Object.fromEntries(
    Object.entries(fields).filter(([name, text]) => text !== "" || !LEFT_EMPTY.includes(name)),
  );
  if (action === "endAllPutBacks") return (await operator().ask(endAllPutBacks, { session })).outcomes;
  if (action === "endPutBack") {
    const route: Route = endPutBack;
    return ((await operator().ask(route, { sent, session })) as EndedPutBacks).outcomes;
  }
  if (!isAction(action)) {
    const reason = `"${action.slice(0, 40)}" is no action of the console`;
    await noteRefused(session, reason);
    throw new InputError("BAD_PARAMETER", reason);
  }
  const route: Route = ACTIONS[action];
  return [(await operator().ask(route, { sent, session })) as CallOutcome];
}

/** Of these nothing chosen is "as it is"; any other field that is empty is a fault. */
const LEFT_EMPTY = ["logLevel", "displayLevel"];

/** An operator that went away in between may have asked the node, or not. */
function withoutOutcome(error: FirnError): FirnError {
  if (!(error instanceof NodeError)) return error;
  const hint = "whether the node was asked is not known; the audit says it when the operator is back";
  return new NodeError(error.code, error.message, { hint, cause: error });
}

function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}
