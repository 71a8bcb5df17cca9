import type { AdminState } from "@/components/admin/node/watch";
import { FirnError } from "@/lib/errors";
import { NO_STORE } from "./answer";
import { markOf } from "./mark";
import { forgottenCookie, readPanel, sessionAt } from "./session";

/**
 * Whether a page of the console is still up to date. The request does not keep a session alive. If the session is over,
 * the browser is told to forget it.
 */
export async function answerState(path?: string): Promise<Response> {
  const session = await sessionAt(path);
  const panel = await readPanel(session);
  const isOver = !(panel instanceof FirnError) && panel.session === undefined;
  const state: AdminState = {
    isOpen: !(panel instanceof FirnError) && panel.session !== undefined,
    isOver,
    isOn: !(panel instanceof FirnError) && panel.state === "open",
    mark: await markOf(panel, session),
  };
  const forget = path !== undefined && session !== undefined && isOver;
  return Response.json(state, {
    headers: { ...NO_STORE, ...(forget && { "set-cookie": forgottenCookie(path) }) },
  });
}
