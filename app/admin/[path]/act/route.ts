import { operator, toResult } from "@/app/server";
import { addConsoleAbi, removeConsoleAbi } from "@/lib/contract/operator/abis";
import { ACTIONS, type ActionName, type CallOutcome } from "@/lib/contract/operator/actions";
import { testAlertChannel } from "@/lib/contract/operator/alerts";
import { type EndedPutBacks, endAllPutBacks, endPutBack } from "@/lib/contract/operator/console";
import { addConsoleWebhook, changeConsoleWebhook } from "@/lib/contract/operator/webhooks";
import { hrefTo } from "@/lib/contract/pages";
import type { Route, RouteBody } from "@/lib/contract/route";
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
    const answer = await toResult(act(session, action, fields));
    if (answer instanceof FirnError) throw isOfFirn(action) ? answer : withoutOutcome(answer);
    if (wantsJson) return Response.json(answer, { headers: NO_STORE });
    const last = answer.outcomes.at(-1);
    return leadTo(
      last === undefined
        ? hrefTo("console", { path })
        : `${hrefTo("console", { path }, { did: last.auditId })}#done`,
    );
  });
}

interface Acted {
  outcomes: CallOutcome[];
  /** What went wrong beyond the node. */
  message?: string;
  /** What happened beyond the node. */
  said?: string;
}

/** Runs the action. @throws InputError BAD_PARAMETER if the contract has no such action, UNAUTHORIZED; NodeError */
async function act(
  session: string | undefined,
  action: string,
  fields: Record<string, string>,
): Promise<Acted> {
  // The operator parses them by the same contract, and records what it refuses.
  const sent = Object.fromEntries(
    Object.entries(fields).filter(([name, text]) => text !== "" || !LEFT_EMPTY.includes(name)),
  );
  if (action === "endAllPutBacks") {
    const { outcomes } = await operator().ask(endAllPutBacks, { session });
    return { outcomes };
  }
  if (action === "endPutBack") {
    const route: Route = endPutBack;
    const { outcomes } = (await operator().ask(route, { sent, session })) as EndedPutBacks;
    return { outcomes };
  }
  if (action === "testAlertChannel") {
    const route: Route = testAlertChannel;
    const { reason } = (await operator().ask(route, { sent, session })) as RouteBody<typeof testAlertChannel>;
    const to = fields.channel ?? "";
    return reason === undefined
      ? { outcomes: [], said: `${to} took the test.` }
      : { outcomes: [], message: `${to} did not take the test: ${reason}.` };
  }
  const ofFirn = Object.hasOwn(OF_FIRN, action) ? OF_FIRN[action] : undefined;
  if (ofFirn !== undefined) {
    await operator().ask(ofFirn, { sent, session });
    return { outcomes: [] };
  }
  if (!isAction(action)) {
    const reason = `"${action.slice(0, 40)}" is not an action of the console`;
    await noteRefused(session, reason);
    throw new InputError("BAD_PARAMETER", reason);
  }
  const route: Route = ACTIONS[action];
  return { outcomes: [(await operator().ask(route, { sent, session })) as CallOutcome] };
}

/** In these fields an empty choice means "unchanged". In any other it is an error. */
const LEFT_EMPTY = ["logLevel", "displayLevel"];

/** If the operator stopped in between, the node may or may not have been called. */
function withoutOutcome(error: FirnError): FirnError {
  if (!(error instanceof NodeError)) return error;
  const hint = "it is unknown whether the node was called; the audit says so once the operator is back";
  return new NodeError(error.code, error.message, { hint, cause: error });
}

/** What never goes to the node, and says all on the page. */
const OF_FIRN: Record<string, Route> = {
  addWebhook: addConsoleWebhook,
  changeWebhook: changeConsoleWebhook,
  addAbi: addConsoleAbi,
  removeAbi: removeConsoleAbi,
};

function isOfFirn(action: string): boolean {
  return action === "testAlertChannel" || Object.hasOwn(OF_FIRN, action);
}

function isAction(name: string): name is ActionName {
  return Object.hasOwn(ACTIONS, name);
}
