import type { AdminState } from "@/components/admin/watch";
import { FirnError } from "@/lib/errors";
import { NO_STORE } from "../answer";
import { markOf } from "../mark";
import { readPanel } from "../session";

/** Whether a page of the console is still what the server would show. Asking keeps no session alive. */
export async function GET(): Promise<Response> {
  const panel = await readPanel();
  const state: AdminState = {
    isOpen: !(panel instanceof FirnError) && panel.session !== undefined,
    isOn: !(panel instanceof FirnError) && panel.state === "open",
    mark: await markOf(panel),
  };
  return Response.json(state, { headers: NO_STORE });
}
