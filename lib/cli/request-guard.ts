import type { IncomingMessage, ServerResponse } from "node:http";
import { clientOf, type TrustedProxies } from "../api/access/client-address";
import { CHALLENGE, GUESS_SECONDS, SIGN_IN_SENTENCES, type SignIn } from "../api/access/sign-in";
import { VISITOR_HEADER } from "../contract/callers";
import type { ErrorBody } from "../contract/data/error";
import { PEER_HEADER } from "../contract/operator/access";

const METHODS = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/** Paths of the API. A malformed page path has a page of its own. */
const PASSED_THROUGH = /^\/(v1|v2|firn)\//;

/** Who may ask. */
export interface Doorkeeper {
  trusted: TrustedProxies;
  /** What readers need; undefined if nothing. */
  signIn: SignIn | undefined;
}

/**
 * Whether a request may go on to Next. Where readers sign in, nobody else gets anything, not even a file of the build. Next would answer 500 or redirect wrongly where this refuses or corrects: an
 * absolute target becomes its path and its authority the Host (RFC 9112, section 3.2.2); a malformed percent encoding
 * in an API path is answered with 400, a method that no `Request` can have (TRACE) with 405. A request that goes on
 * carries the address of its peer, and who is counted for it by the API.
 */
export function admitRequest(
  request: IncomingMessage,
  response: ServerResponse,
  { trusted, signIn }: Doorkeeper,
): boolean {
  if (signIn !== undefined && !admitReader(request, response, signIn)) return false;
  const target = request.url ?? "";
  if (/^https?:\/\//i.test(target) && URL.canParse(target)) {
    const { host, pathname, search } = new URL(target);
    request.url = pathname + search;
    request.headers.host = host;
  }
  if (!METHODS.includes(request.method ?? "")) {
    return refuse(response, 405, `${request.method} is not possible here: use GET`);
  }
  if (PASSED_THROUGH.test(request.url ?? "") && !isDecodable(request.url ?? "")) {
    return refuse(response, 400, "the path holds a malformed percent encoding");
  }
  const { remoteAddress: peer } = request.socket;
  request.headers[PEER_HEADER] = peer ?? "unknown";
  request.headers[VISITOR_HEADER] = clientOf({ peer, forwardedFor: forwardedFor(request) }, trusted);
  return true;
}

function admitReader(request: IncomingMessage, response: ServerResponse, signIn: SignIn): boolean {
  const header = (name: string) => [request.headers[name]].flat()[0];
  const refusal = signIn.refuse({ header, peer: request.socket.remoteAddress });
  if (refusal === undefined) return true;
  const [message, hint] = SIGN_IN_SENTENCES[refusal];
  response.writeHead(refusal === "guessing" ? 429 : 401, {
    "content-type": "text/plain; charset=utf-8",
    "cache-control": "no-store",
    ...(refusal === "guessing"
      ? { "retry-after": String(GUESS_SECONDS) }
      : signIn.takesPassword && CHALLENGE),
  });
  response.end(`${message}: ${hint}\n`);
  return false;
}

/** Node joins repeated ones; the type allows for headers that it does not. */
function forwardedFor({ headers }: IncomingMessage): string | undefined {
  const given = headers["x-forwarded-for"];
  return Array.isArray(given) ? given.join() : given;
}

/** Only the path counts: browsers and Next accept a malformed query as it is. */
function isDecodable(target: string): boolean {
  try {
    decodeURIComponent(target.split("?", 1)[0] ?? "");
    return true;
  } catch {
    return false;
  }
}

function refuse(response: ServerResponse, status: 400 | 405, message: string): false {
  const error = status === 400 ? "Bad Request" : "Method Not Allowed";
  const body: ErrorBody = { message, error, statusCode: status };
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
  });
  response.end(JSON.stringify(body));
  return false;
}
