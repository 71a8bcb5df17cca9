import { plainPage } from "@/app/plain-page";
import { escapeHtml } from "@/components/ui/escape-html";
import { MOST_ABI_BYTES } from "@/lib/contract/firn/contract-abis";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { originProblem } from "./origin";
import { noteRefused, sessionAt } from "./session";

/** No form of the console is longer: an ABI is, where each sign may take three bytes. */
const MAX_FORM_BYTES = 3 * MOST_ABI_BYTES + 4_096;

/** What a form sent, and who sent it. */
export interface Posted {
  fields: Record<string, string>;
  /** The secret of the session whose address it was sent to. */
  session: string | undefined;
  /** Sent by an island, which shows the answer itself. Without script a form redirects to its page. */
  wantsJson: boolean;
}

/**
 * Answers a POST of one of the console's forms, at a session's own address or at sign-in. A request from anywhere but a
 * page of this origin is refused before it is read. What `work` throws becomes its status and a sentence.
 */
export async function answerPost(
  request: Request,
  path: string | undefined,
  work: (posted: Posted) => Promise<Response>,
): Promise<Response> {
  const session = await sessionAt(path);
  const wantsJson = request.headers.get("accept") === "application/json";
  const refuse = (status: number, message: string) =>
    wantsJson ? Response.json({ message }, { status, headers: NO_STORE }) : refusalPage(status, message);
  const fault = originProblem(request.headers);
  if (fault !== undefined) {
    // Naming the session's address would reveal half of its secret.
    await noteRefused(session, `a form for ${formOf(request)} was refused: ${fault}`);
    return refuse(403, `This request was refused: ${fault}.`);
  }
  const length = Number(request.headers.get("content-length") ?? Number.NaN);
  if (!(length <= MAX_FORM_BYTES)) return refuse(413, "This request is longer than any form of the console.");
  if (!request.headers.get("content-type")?.startsWith("application/x-www-form-urlencoded"))
    return refuse(415, "The console accepts forms only.");
  const given = new URLSearchParams(await request.text());
  const twice = [...given.keys()].find((name) => given.getAll(name).length > 1);
  if (twice !== undefined) {
    const reason = `"${twice.slice(0, 40)}" is given more than once`;
    await noteRefused(session, reason);
    return refuse(400, `This request was refused: ${reason}.`);
  }
  try {
    return await work({ fields: Object.fromEntries(given), session, wantsJson });
  } catch (error) {
    if (error instanceof FirnError) return refuse(error.status, sentenceOf(error));
    throw error;
  }
}

/** Redirects a browser to a page of the console by GET. `path` is ours, never the caller's. */
export function leadTo(path: string, headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { location: path, ...NO_STORE, ...headers } });
}

export const NO_STORE = { "cache-control": "no-store" };

function formOf(request: Request): string {
  return new URL(request.url).pathname.split("/").at(-1) ?? "";
}

function sentenceOf(error: FirnError): string {
  if (error.status === 401) return "The session has ended: sign in again. The node was not called.";
  return `${error.message}${error.hint === undefined ? "" : `: ${error.hint}`}.`;
}

function refusalPage(status: number, message: string): Response {
  const body = `<p>${escapeHtml(message)}</p>\n<p><a href="${hrefTo("admin")}">To the console</a></p>`;
  return plainPage({ status, title: status === 401 ? "Locked" : "Not done", body });
}
