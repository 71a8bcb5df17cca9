import { openAdminClient } from "../../client/admin";
import type { Panel } from "../../contract/operator/access";
import { FirnError } from "../../errors";
import type { Log } from "../../log";
import { openFreshNode } from "../node";

/** Whether the node answers on its admin API. */
export interface Watch {
  /** As of the last time it was asked; `reason` is there while it does not answer. */
  state(): { askedAtMs: number; reason?: Panel["reason"] };
  /** Asks now. */
  check(): Promise<void>;
}

/** Two checks that end late, with the pauses before them, make the 10 s within which a change is noticed. */
const TIMEOUT_MS = 3_000;
export const CHECK_EVERY_MS = 2_000;

export interface WatchOptions {
  nodeUrl: string;
  nowMs: () => number;
  log: Log;
  /** Of one check; 3 s unless given. */
  timeoutMs?: number;
}

export function openWatch({ nodeUrl, nowMs, log, timeoutMs = TIMEOUT_MS }: WatchOptions): Watch {
  const admin = openAdminClient(openFreshNode(nodeUrl, { timeoutMs }));
  let wasLate = false;
  let state: ReturnType<Watch["state"]> = {
    askedAtMs: nowMs(),
    reason: { code: "NOT_ASKED", message: "the node was not asked yet" },
  };
  return {
    state: () => state,
    async check() {
      const reason = await admin.getLoggerLevels().then(() => undefined, presentReason);
      // A busy node may answer late once: only the second time it is away.
      const isLate = reason?.code === "NODE_TIMEOUT" && state.reason === undefined;
      if (isLate && !wasLate) {
        wasLate = true;
        return;
      }
      wasLate = false;
      if (reason?.code !== state.reason?.code) {
        log.info(
          reason === undefined ? "the node's admin API answers" : "the node's admin API does not answer",
          {
            reason,
          },
        );
      }
      state = { askedAtMs: nowMs(), ...(reason === undefined ? {} : { reason }) };
    },
  };
}

function presentReason(error: unknown): NonNullable<Panel["reason"]> {
  if (!(error instanceof FirnError)) throw error;
  const { code, message, hint } = error;
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}
