"use client";

import { classes } from "@/components/ui/classes";
import { Icon, type IconName } from "@/components/ui/icon";
import { tone } from "@/components/ui/tone";
import type { CallOutcome } from "@/lib/contract/operator/actions";
import { type Part, useActing } from "./acting";
import { CALL_DETAILS, CallText } from "./audit/calls";
import { callSentence } from "./audit/sentence";

/** What the last action of a part led to: in words, what an error means, and the call itself. */
export function Said({ part }: { part: Part }) {
  const { done } = useActing();
  if (done?.part !== part) return null;
  return (
    <>
      {done.fault !== undefined && (
        <div className={classes(SAID, "bg-bad-tint")} role="alert" data-said>
          <span className={tone("bad")}>
            <Icon name="bad" />
            {done.fault}
          </span>
        </div>
      )}
      {done.outcomes.map((outcome) => (
        <OutcomeSaid key={outcome.auditId} outcome={outcome} minutes={done.minutes} />
      ))}
    </>
  );
}

const SAID = "grid gap-2.5 border-b border-line px-5 py-3.5 max-m:px-4";

const GROUNDS = { ok: undefined, bad: "bg-bad-tint", warn: "bg-warn-tint" } as const;

const TONES: Record<CallOutcome["outcome"], { tone: keyof typeof GROUNDS; icon: IconName }> = {
  done: { tone: "ok", icon: "ok" },
  refused: { tone: "bad", icon: "bad" },
  unknown: { tone: "warn", icon: "ring" },
  "not-sent": { tone: "bad", icon: "bad" },
};

/** One outcome; one that is not known says what the node said when asked afterwards. */
export function OutcomeSaid({ outcome, minutes }: { outcome: CallOutcome; minutes?: number | undefined }) {
  const { tone: of, icon } = TONES[outcome.outcome];
  return (
    <div className={classes(SAID, GROUNDS[of])} role={of === "ok" ? undefined : "alert"} data-said>
      <span className={tone(of, "flex-wrap")}>
        <Icon name={icon} />
        <b className="font-strong text-ink">{outcomeSentence(outcome, minutes)}</b>
      </span>
      {outcome.error !== undefined && (
        <p>
          <span className="font-mono text-mono">{outcome.error.message}</span>
          <br />
          {outcome.error.meaning}
        </p>
      )}
      {outcome.readBack !== undefined && (
        <p>
          Asked afterwards, the node says: <span className="font-mono text-mono">{outcome.readBack}</span>
        </p>
      )}
      <details className={CALL_DETAILS} open>
        <summary>The call, its answer and the command for a terminal</summary>
        <CallText {...outcome} />
      </details>
    </div>
  );
}

/** What became of a call, in a few words. */
export function outcomeSentence(
  { method, request, outcome, answer }: CallOutcome,
  putBackAfterMinutes?: number | undefined,
): string {
  const parameters = JSON.stringify({ ...paramsOf(request), putBackAfterMinutes });
  return callSentence({ method, parameters, outcome, said: answer });
}

/** Parameters of a JSON-RPC body. */
function paramsOf(request: string): object {
  try {
    return JSON.parse(request).params ?? {};
  } catch {
    return {};
  }
}
