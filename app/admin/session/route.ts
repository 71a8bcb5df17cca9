import { operator, toResult } from "@/app/server";
import { PEER_HEADER, signInByLink, signInByPassword } from "@/lib/contract/operator/access";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError, InputError } from "@/lib/errors";
import { answerPost, leadTo } from "../answer";
import { isHttps } from "../origin";
import { sessionLocation } from "../session";

/** Signs in with the `secret` of a link, or a `password`. A wrong one redirects to its own form. */
export async function POST(request: Request): Promise<Response> {
  return answerPost(request, undefined, async ({ fields: { secret, password } }) => {
    const peer = request.headers.get(PEER_HEADER) ?? "unknown";
    const signedIn = await toResult(
      password === undefined
        ? operator().ask(signInByLink, { sent: { secret: (secret ?? "").trim() } })
        : operator().ask(signInByPassword, { sent: { password, peer } }),
    );
    if (signedIn instanceof FirnError)
      return leadTo(hrefTo(password === undefined ? "signIn" : "admin", {}, { fault: problemOf(signedIn) }));
    const { at, cookie } = sessionLocation(signedIn, isHttps(request.headers));
    return leadTo(at, { "set-cookie": cookie });
  });
}

/** The sign-in page's message. Only a wrong secret has one; any other error is thrown. */
function problemOf(error: FirnError): string {
  if (!(error instanceof InputError)) throw error;
  if (error.code === "RATE_LIMITED") return `wait-${Number(error.details?.retryAfterSeconds ?? 60)}`;
  if (error.code === "UNAUTHORIZED" || error.code === "BAD_PARAMETER") return "wrong";
  throw error;
}
