import { operator, settle } from "@/app/server";
import {
  endAllSessions,
  endSession,
  type SignedIn,
  signInByLink,
  signInByPassword,
} from "@/lib/contract/operator/access";
import { FirnError, InputError } from "@/lib/errors";
import { answerPost, leadTo } from "../answer";
import { isHttps } from "../origin";
import { forgottenCookie, sessionCookie, sessionSecret } from "../session";

/** Signing in and out: `secret` of a link or `password`, or `end` with `own` or `all`. */
export async function POST(request: Request): Promise<Response> {
  return answerPost(request, async ({ fields: { secret, password, end } }) => {
    if (end !== undefined) return signOut(end);
    const signedIn = await settle(
      password === undefined
        ? operator().ask(signInByLink, { sent: { secret: (secret ?? "").trim() } })
        : operator().ask(signInByPassword, { sent: { password } }),
    );
    if (signedIn instanceof FirnError) return leadTo(`/admin/sign-in?fault=${faultOf(signedIn)}`);
    return signIn(signedIn, isHttps(request.headers));
  });
}

function signIn({ secret }: SignedIn, isSecure: boolean): Response {
  return leadTo("/admin", { "set-cookie": sessionCookie(secret, isSecure) });
}

/** The cookie goes in any case: a session that had ended already is over too. */
async function signOut(end: string): Promise<Response> {
  const session = await sessionSecret();
  const ended = await settle(operator().ask(end === "all" ? endAllSessions : endSession, { session }));
  if (ended instanceof FirnError && ended.code !== "UNAUTHORIZED") throw ended;
  return leadTo("/admin", { "set-cookie": forgottenCookie() });
}

/** What the sign-in page is to say; only what was wrong with the secret is, everything else is thrown. */
function faultOf(error: FirnError): string {
  if (!(error instanceof InputError)) throw error;
  if (error.code === "RATE_LIMITED") return `wait-${Number(error.details?.retryAfterSeconds ?? 60)}`;
  if (error.code === "UNAUTHORIZED" || error.code === "BAD_PARAMETER") return "wrong";
  throw error;
}
