import { operator, settle } from "@/app/server";
import { PEER_HEADER, signInByLink, signInByPassword } from "@/lib/contract/operator/access";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError, InputError } from "@/lib/errors";
import { answerPost, leadTo } from "../answer";
import { isHttps } from "../origin";
import { placeSession } from "../session";

/** Signing in: `secret` of a link, or `password`. Each goes back to its own form when it was wrong. */
export async function POST(request: Request): Promise<Response> {
  return answerPost(request, undefined, async ({ fields: { secret, password } }) => {
    const peer = request.headers.get(PEER_HEADER) ?? "unknown";
    const signedIn = await settle(
      password === undefined
        ? operator().ask(signInByLink, { sent: { secret: (secret ?? "").trim() } })
        : operator().ask(signInByPassword, { sent: { password, peer } }),
    );
    if (signedIn instanceof FirnError)
      return leadTo(hrefTo(password === undefined ? "signIn" : "admin", {}, { fault: faultOf(signedIn) }));
    const { at, cookie } = placeSession(signedIn, isHttps(request.headers));
    return leadTo(at, { "set-cookie": cookie });
  });
}

/** What the sign-in page is to say; only what was wrong with the secret is, everything else is thrown. */
function faultOf(error: FirnError): string {
  if (!(error instanceof InputError)) throw error;
  if (error.code === "RATE_LIMITED") return `wait-${Number(error.details?.retryAfterSeconds ?? 60)}`;
  if (error.code === "UNAUTHORIZED" || error.code === "BAD_PARAMETER") return "wrong";
  throw error;
}
