"use client";

import { useEffect, useState } from "react";
import { STEP_NAME, STEPS, verdict } from "@/components/provenance/check-looks";
import { askWorker, whenIdle } from "@/components/provenance/worker";
import { Icon, type IconName } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import type { BlsCredentials } from "./proof.worker";

type State = "waiting" | "ok" | "bad" | "impossible";

const SAYS = {
  waiting: { tone: "dim", icon: "ring", text: "Proof not checked yet" },
  ok: { tone: "ok", icon: "ok", text: "Proof verifies in your browser" },
  bad: { tone: "bad", icon: "bad", text: "Proof does not match this key" },
  impossible: { tone: "dim", icon: "ring", text: "Proof could not be checked" },
} as const satisfies Record<State, { tone: string; icon: IconName; text: string }>;

/** A validator's BLS key and the proof that its registrant holds the secret key, verified once the page is idle. */
export function KeysPanel({ publicKey, proofOfPossession }: BlsCredentials) {
  const [state, setState] = useState<State>("waiting");
  useEffect(() => {
    const gone = new AbortController();
    const stop = whenIdle(() => {
      verify({ publicKey, proofOfPossession }, gone.signal).then(
        (holds) => setState(holds ? "ok" : "bad"),
        () => setState("impossible"),
      );
    });
    return () => {
      stop();
      gone.abort();
    };
  }, [publicKey, proofOfPossession]);
  const { tone, icon, text } = SAYS[state];
  return (
    <Panel title="Keys">
      <div className={STEPS}>
        <div>
          <span className={STEP_NAME}>BLS public key</span>
          <code>{publicKey}</code>
        </div>
        <div>
          <span className={STEP_NAME}>Proof of possession</span>
          <code>{proofOfPossession}</code>
        </div>
        <div className={verdict(tone)} role="status">
          <Icon name={icon} />
          {text}
        </div>
      </div>
    </Panel>
  );
}

function verify(credentials: BlsCredentials, signal: AbortSignal): Promise<boolean> {
  const open = () => new Worker(new URL("./proof.worker.ts", import.meta.url), { type: "module" });
  return askWorker(open, credentials, signal);
}
