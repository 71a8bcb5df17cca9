"use client";

import { Icon, type IconName } from "@/components/ui/icon";
import type { CallOutcome } from "@/lib/contract/operator/actions";
import { type Part, useActing } from "./acting";
import { CallText } from "./audit/calls";
import { callSentence } from "./audit/sentence";

/** What the last action of a part led to: in words, what an error means, and the call itself. */
export function Said({ part }: { part: Part }) {
  const { done } = useActing();
  if (done?.part !== part) return null;
  return (
    <>
      {done.fault !== undefined && (
        <div className="said said-bad" role="alert">
          <span className="st st-bad">
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

type Tone = "ok" | "bad" | "warn";

const TONES: Record<CallOutcome["outcome"], { tone: Tone; icon: IconName }> = {
  done: { tone: "ok", icon: "ok" },
  refused: { tone: "bad", icon: "bad" },
  unknown: { tone: "warn", icon: "ring" },
  "not-sent": { tone: "bad", icon: "bad" },
};

/** One outcome; one that is not known says what the node said when asked afterwards. */
export function OutcomeSaid({ outcome, minutes }: { outcome: CallOutcome; minutes?: number | undefined }) {
  const { tone, icon } = TONES[outcome.outcome];
  return (
    <div className={tone === "ok" ? "said" : `said said-${tone}`} role={tone === "ok" ? undefined : "alert"}>
      <span className={`st st-${tone} wrap`}>
        <Icon name={icon} />
        <b className="strong">{outcomeSentence(outcome, minutes)}</b>
      </span>
      {outcome.error !== undefined && (
        <p>
          <span className="mono">{outcome.error.message}</span>
          <br />
          {outcome.error.meaning}
        </p>
      )}
      {outcome.readBack !== undefined && (
        <p>
          Asked afterwards, the node says: <span className="mono">{outcome.readBack}</span>
        </p>
      )}
      <details className="audit-call" open>
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
