import type { ReactNode } from "react";
import { CHECK_LIST } from "@/components/provenance/check-looks";
import { STATE, STATE_ACTIONS, State, StateIcon } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { field } from "@/components/ui/field";
import { Icon } from "@/components/ui/icon";
import { COLUMNS } from "@/components/ui/layout";
import { Panel } from "@/components/ui/panel";
import { tone } from "@/components/ui/tone";
import { hrefTo } from "@/lib/contract/pages";
import { LinkSignIn } from "./link-sign-in";

/** How an operator signs in: with a link printed in the terminal, with a password, or not at all. */
export type SignInMethod = "link" | "password" | "closed";

interface LockedProps {
  signInMethod: SignInMethod;
  /** Why sign-in is off, and the next step. */
  reason?: string | undefined;
  /** Why the last attempt failed, or why the session ended. */
  fault?: string | undefined;
}

const STAYS: [string, string][] = [
  ["Only Firn’s server talks to the admin API", "Your browser never sends a call to /ext/admin."],
  ["Every change is recorded", "With session, time, call and the node’s answer."],
  ["Changes go back on their own", "Levels are restored after the time you choose."],
];

/** The page for everybody who is not signed in. */
export function Locked({ signInMethod, reason, fault }: LockedProps) {
  return (
    <div className={COLUMNS}>
      <Panel label="Locked">
        {signInMethod === "closed" ? (
          <State icon="lock" title="The console is off">
            Sign-in is not possible: {reason}. The explorer needs no sign-in.
          </State>
        ) : (
          <div className={STATE}>
            <StateIcon name="lock" />
            <h2 className="text-head">Locked</h2>
            <p className="text-ink-2">
              Logger levels, profilers, plugins and aliases of this node can be changed here. The explorer
              needs no sign-in.
            </p>
            {signInMethod === "password" ? <PasswordForm fault={fault} /> : <LinkForm fault={fault} />}
          </div>
        )}
      </Panel>
      <Panel title="How access is protected">
        <ol className={CHECK_LIST}>
          {STAYS.map(([what, how]) => (
            <li key={what}>
              <span className={tone("ok")}>
                <Icon name="ok" />
              </span>
              <div>
                <b>{what}</b>
                <p>{how}</p>
              </div>
            </li>
          ))}
        </ol>
      </Panel>
    </div>
  );
}

function PasswordForm({ fault }: { fault: string | undefined }) {
  return (
    <SignInForm button="Unlock for 30 min" fault={fault}>
      <label>
        <span className="font-strong text-ink">Password</span>
        <span className={field({ size: "tall" })}>
          <input
            name="password"
            type="password"
            autoComplete="current-password"
            required
            aria-invalid={fault !== undefined}
            aria-describedby="sign-in-fault"
          />
        </span>
        <span className="text-small text-ink-3">The value of FIRN_ADMIN_PASSWORD.</span>
      </label>
    </SignInForm>
  );
}

/** The link's secret is in the fragment, which no server sees before the button is pressed. It can also be typed in. */
function LinkForm({ fault }: { fault: string | undefined }) {
  return (
    <>
      <p className="text-ink-2">
        Run <span className="font-mono text-mono">node lib/cli/start.mjs admin-link</span> in Firn’s folder
        and open the link it prints. It works once, within ten minutes.
      </p>
      <SignInForm button="Unlock for 30 min" fault={fault}>
        <LinkSignIn isFaulty={fault !== undefined} />
      </SignInForm>
    </>
  );
}

function SignInForm(props: { button: string; fault: string | undefined; children: ReactNode }) {
  const { fault, children } = props;
  return (
    <form
      className="mt-3 grid w-full max-w-90 gap-3 [&_label]:grid [&_label]:gap-1.5"
      method="post"
      action={hrefTo("adminSession")}
    >
      {children}
      {fault !== undefined && (
        <span className={tone("bad", "text-small")} id="sign-in-fault" role="alert">
          <Icon name="bad" />
          {fault}
        </span>
      )}
      <div className={STATE_ACTIONS}>
        <button type="submit" className={button({ size: "tall", kind: "main" })}>
          {props.button}
        </button>
      </div>
    </form>
  );
}
