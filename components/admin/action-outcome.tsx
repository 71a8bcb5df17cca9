"use client";

import { classes } from "@/components/ui/classes";
import { Icon, type IconName } from "@/components/ui/icon";
import { tone } from "@/components/ui/tone";
import type { CallOutcome } from "@/lib/contract/operator/actions";
import { type AdminSection, useActing } from "./acting";
import { CALL_DETAILS, CallText } from "./audit/calls";
import { callSentence } from "./audit/sentence";

/** Outcomes of the last action of a section: in words, what an error means, and the call itself. */
export function ActionOutcome({ section }: { section: AdminSection }) {
  const { done } = useActing();
  if (done?.section !== section) return null;
  return (
    <>
      {done.problem !== undefined && (
        <div className={classes(OUTCOME, "bg-bad-tint")} role="alert" data-outcome>
          <span className={tone("bad")}>
            <Icon name="bad" />
            <span className="whitespace-normal">{done.problem}</span>
          </span>
        </div>
      )}
      {done.said !== undefined && (
        <div className={OUTCOME} role="status" data-outcome>
          <span className={tone("ok")}>
            <Icon name="ok" />
            <span className="whitespace-normal">{done.said}</span>
          </span>
        </div>
      )}
      {done.outcomes.map((outcome) => (
        <CallOutcomeView key={outcome.auditId} outcome={outcome} minutes={done.minutes} />
      ))}
    </>
  );
}

const OUTCOME = "grid gap-2.5 border-b border-line px-5 py-3.5 max-m:px-4";

const GROUNDS = { ok: undefined, bad: "bg-bad-tint", warn: "bg-warn-tint" } as const;

const TONES: Record<CallOutcome["outcome"], { tone: keyof typeof GROUNDS; icon: IconName }> = {
  done: { tone: "ok", icon: "ok" },
  refused: { tone: "bad", icon: "bad" },
  unknown: { tone: "warn", icon: "ring" },
  "not-sent": { tone: "bad", icon: "bad" },
};

/** One outcome. An unknown one includes the node's state, read afterwards. */
export function CallOutcomeView({
  outcome,
  minutes,
}: {
  outcome: CallOutcome;
  minutes?: number | undefined;
}) {
  const { tone: of, icon } = TONES[outcome.outcome];
  return (
    <div className={classes(OUTCOME, GROUNDS[of])} role={of === "ok" ? undefined : "alert"} data-outcome>
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
          Read afterwards from the node: <span className="font-mono text-mono">{outcome.readBack}</span>
        </p>
      )}
      <details className={CALL_DETAILS} open>
        <summary>Call, answer and terminal command</summary>
        <CallText {...outcome} />
      </details>
    </div>
  );
}

/** The outcome of a call in a few words. */
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
