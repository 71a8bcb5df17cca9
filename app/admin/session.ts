import { headers } from "next/headers";
import { config, operator, toResult } from "@/app/server";
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
 * The secret of the caller's session: the segment in the requested address, `path`, and the half in that address's
 * cookie. Undefined without both. Only the operator knows whether the session is still open.
 */
export async function sessionAt(path: string | undefined): Promise<string | undefined> {
  if (path === undefined || !SESSION_PATH.test(path)) return undefined;
  // The first cookie of that name has the longest path: a page on another port can set one for a shorter path.
  const pairs = ((await headers()).get("cookie") ?? "").split("; ");
  const cookie = pairs.find((pair) => pair.startsWith(`${cookieName()}=`))?.slice(cookieName().length + 1);
  return cookie === undefined ? undefined : `${path}.${cookie}`;
}

/** The panel's state for the caller. The request does not keep a session alive. */
export async function readPanel(session: string | undefined): Promise<Panel | FirnError> {
  return toResult(operator().ask(getPanel, { session }));
}

/** Keeps the session alive if a person opened the page. Background requests do not. */
export async function touchByPerson(session: string | undefined): Promise<void> {
  const mode = (await headers()).get("sec-fetch-mode");
  if (session === undefined || (mode !== null && mode !== "navigate")) return;
  const touched = await toResult(operator().ask(touchSession, { session }));
  if (touched instanceof InputError && touched.code !== "UNAUTHORIZED") throw touched;
}

/** Records in the audit what was refused here. If the operator is away there is nothing to guard. */
export async function noteRefused(session: string | undefined, reason: string): Promise<void> {
  await toResult(operator().ask(noteRefusal, { sent: { reason: reason.slice(0, 500) }, session }));
}

/** Address of a new session's console, and its cookie for that address alone, which scripts cannot read. */
export function sessionLocation({ secret }: SignedIn, isSecure: boolean): { at: string; cookie: string } {
  const [path = "", own = ""] = secret.split(".");
  return { at: hrefTo("console", { path }), cookie: `${cookieFor(path, own)}${isSecure ? "; Secure" : ""}` };
}

/** A cookie that makes the browser forget the session of that address. */
export function forgottenCookie(path: string): string {
  return `${cookieFor(path, "")}; Max-Age=0`;
}

function cookieFor(path: string, value: string): string {
  return `${cookieName()}=${value}; Path=/admin/${path}; HttpOnly; SameSite=Strict`;
}

/** Browsers keep cookies by host, whatever the port. Two Firns on one machine therefore use different names. */
function cookieName(): string {
  return `firn_session_${config().webPort}`;
}
