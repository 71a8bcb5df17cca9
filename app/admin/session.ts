import { headers } from "next/headers";
import { config, operator, settle } from "@/app/server";
import {
  getPanel,
  noteRefusal,
  type Panel,
  SESSION_PATH,
  type SignedIn,
  touchSession,
} from "@/lib/contract/operator/access";
import { hrefTo } from "@/lib/contract/pages";
import { type FirnError, InputError } from "@/lib/errors";

/**
 * The secret of the caller's session: the part in the address it asked, `path`, and the part in the cookie of that
 * address. Undefined without both; whether it still runs, the operator says.
 */
export async function sessionAt(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || !SESSION_PATH.test(path)) return undefined;
  // The first of that name is the one for the longest path: a page on another port can set one for a shorter.
  const pairs = ((await headers()).get("cookie") ?? "").split("; ");
  const cookie = pairs.find((pair) => pair.startsWith(`${cookieName()}=`))?.slice(cookieName().length + 1);
  return cookie === undefined ? undefined : `${path}.${cookie}`;
}

/** The panel's state to the caller; asking keeps no session alive. */
export async function readPanel(session: string | undefined): Promise<Panel | FirnError> {
  return settle(operator().ask(getPanel, { session }));
}

/** Keeps the session alive when a person opened the page: what a page in the background asks for does not. */
export async function touchByPerson(session: string | undefined): Promise<void> {
  const mode = (await headers()).get("sec-fetch-mode");
  if (session === undefined || (mode !== null && mode !== "navigate")) return;
  const touched = await settle(operator().ask(touchSession, { session }));
  if (touched instanceof InputError && touched.code !== "UNAUTHORIZED") throw touched;
}

/** Has the audit say what was refused here. Where the operator is away there is nothing to guard, and nobody to tell. */
export async function noteRefused(session: string | undefined, reason: string): Promise<void> {
  await settle(operator().ask(noteRefusal, { sent: { reason: reason.slice(0, 500) }, session }));
}

/** Where a new session's console is, and the cookie for that address alone, out of every script's reach. */
export function placeSession({ secret }: SignedIn, isSecure: boolean): { at: string; cookie: string } {
  const [path = "", own = ""] = secret.split(".");
  return { at: hrefTo("console", { path }), cookie: `${cookieFor(path, own)}${isSecure ? "; Secure" : ""}` };
}

/** Has the browser forget the session of that address. */
export function forgottenCookie(path: string): string {
  return `${cookieFor(path, "")}; Max-Age=0`;
}

function cookieFor(path: string, value: string): string {
  return `${cookieName()}=${value}; Path=/admin/${path}; HttpOnly; SameSite=Strict`;
}

/** Browsers keep cookies by host, whatever the port: two Firns on one machine have different names. */
function cookieName(): string {
  return `firn_session_${config().webPort}`;
}
