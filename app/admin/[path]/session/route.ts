import { operator, settle } from "@/app/server";
import { endAllSessions, endSession } from "@/lib/contract/operator/access";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError, InputError } from "@/lib/errors";
import { answerPost, leadTo } from "../../answer";
import { forgottenCookie } from "../../session";

/** Signing out: `end` is `own` or `all`. The cookie goes in any case: a session that had ended already is over too. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ path: string }> },
): Promise<Response> {
  const { path } = await params;
  return answerPost(request, path, async ({ fields: { end }, session }) => {
    if (end !== "own" && end !== "all") throw new InputError("BAD_PARAMETER", 'end must be "own" or "all"');
    const ended = await settle(operator().ask(end === "all" ? endAllSessions : endSession, { session }));
    if (ended instanceof FirnError && ended.code !== "UNAUTHORIZED") throw ended;
    return leadTo(hrefTo("admin"), { "set-cookie": forgottenCookie(path) });
  });
}
