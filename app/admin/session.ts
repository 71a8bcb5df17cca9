import { cookies, headers } from "next/headers";
import { operator, settle } from "@/app/server";
import { getPanel, noteRefusal, type Panel, touchSession } from "@/lib/contract/operator/access";
import { type FirnError, InputError } from "@/lib/errors";

const COOKIE = "firn_session";

/** The secret of the caller's session; undefined without one. Whether it still runs, the operator says. */
export async function sessionSecret(): Promise<string | undefined> {
  return (await cookies()).get(COOKIE)?.value;
}

/** The panel's state to the caller; asking keeps no session alive. */
export async function readPanel(): Promise<Panel | FirnError> {
  return settle(operator().ask(getPanel, { session: await sessionSecret() }));
}

/** Keeps the session alive when a person opened the page: what a page in the background asks for does not. */
export async function touchByPerson(): Promise<void> {
  const session = await sessionSecret();
  const mode = (await headers()).get("sec-fetch-mode");
  if (session === undefined || (mode !== null && mode !== "navigate")) return;
  const touched = await settle(operator().ask(touchSession, { session }));
  if (touched instanceof InputError && touched.code !== "UNAUTHORIZED") throw touched;
}

/** Has the audit say what was refused here. Where the operator is away there is nothing to guard, and nobody to tell. */
export async function noteRefused(reason: string): Promise<void> {
  const session = await sessionSecret();
  await settle(operator().ask(noteRefusal, { sent: { reason: reason.slice(0, 500) }, session }));
}

/** Hands a new session to the browser, for /admin alone and out of every script's reach. */
export function sessionCookie(secret: string, isSecure: boolean): string {
  return `${COOKIE}=${secret}; ${ATTRIBUTES}${isSecure ? "; Secure" : ""}`;
}

/** Has the browser forget its session. */
export function forgottenCookie(): string {
  return `${COOKIE}=; ${ATTRIBUTES}; Max-Age=0`;
}

const ATTRIBUTES = "Path=/admin; HttpOnly; SameSite=Strict";
