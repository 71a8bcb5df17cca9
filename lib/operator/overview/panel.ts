import type { Panel, SessionFacts } from "../../contract/operator/access";
import type { Access } from "../access/access";
import type { Watch } from "./watch";

/** The console's state, as anybody may see it. */
export function presentPanel(
  { closed, signIn }: Pick<Access, "closed" | "signIn">,
  watch: Pick<Watch, "state">,
  session: SessionFacts | undefined,
): Panel {
  if (closed !== undefined) return { state: "closed", reason: closed, signIn };
  const { askedAtMs, reason } = watch.state();
  const known = { signIn, askedAtMs, ...(session === undefined ? {} : { session }) };
  if (reason !== undefined) return { state: "off", reason, ...known };
  return { state: session === undefined ? "locked" : "open", ...known };
}
