import { operator, toResult } from "@/app/server";
import { endAllSessions, endSession } from "@/lib/contract/operator/access";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError, InputError } from "@/lib/errors";
import { answerPost, leadTo } from "../../answer";
import { forgottenCookie } from "../../session";

/** Signs out: `end` is `own` or `all`. The cookie is removed in any case, even if the session had already ended. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ path: string }> },
): Promise<Response> {
  const { path } = await params;
  return answerPost(request, path, async ({ fields: { end }, session }) => {
    if (end !== "own" && end !== "all") throw new InputError("BAD_PARAMETER", 'end must be "own" or "all"');
    const ended = await toResult(operator().ask(end === "all" ? endAllSessions : endSession, { session }));
    if (ended instanceof FirnError && ended.code !== "UNAUTHORIZED") throw ended;
    return leadTo(hrefTo("admin"), { "set-cookie": forgottenCookie(path) });
  });
}
