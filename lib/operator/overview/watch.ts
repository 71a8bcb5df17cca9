import { openAdminClient } from "../../client/admin";
import type { Panel } from "../../contract/operator/access";
import { FirnError } from "../../errors";
import type { Log } from "../../log";
import { openFreshNode } from "../node";

/** Checks whether the node's admin API answers. */
export interface Watch {
  /** State at the last check. `reason` is present while the node does not answer. */
  state(): { askedAtMs: number; reason?: Panel["reason"] };
  /** Checks now. */
  check(): Promise<void>;
}

/** Two late checks, with the pauses before them, fit into the 10 s within which a change has to be noticed. */
const TIMEOUT_MS = 3_000;
export const CHECK_EVERY_MS = 2_000;

export interface WatchOptions {
  nodeUrl: string;
  nowMs: () => number;
  log: Log;
  /** Time limit of one check; 3 s by default. */
  timeoutMs?: number;
}

export function openWatch({ nodeUrl, nowMs, log, timeoutMs = TIMEOUT_MS }: WatchOptions): Watch {
  const admin = openAdminClient(openFreshNode(nodeUrl, { timeoutMs }));
  let wasLate = false;
  let state: ReturnType<Watch["state"]> = {
    askedAtMs: nowMs(),
    reason: { code: "NOT_ASKED", message: "the node has not been asked yet" },
  };
  return {
    state: () => state,
    async check() {
      const reason = await admin.getLoggerLevels().then(() => undefined, presentReason);
      // A busy node may answer late once. Only a second late answer counts as down.
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
