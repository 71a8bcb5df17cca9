import { setImmediate as afterOthers } from "node:timers/promises";
import { InputError } from "../../errors";

/**
 * Lets other requests run before the next part of slow work. @throws InputError BAD_PARAMETER once the work takes too
 * long
 */
export type YieldTurn = () => Promise<void>;

/** Rows to read between two turns: a few milliseconds of the API's single thread. */
export const ROWS_PER_TURN = 1_000;

const MOST_MS = 20_000;

/** Turns of one answer, which must be complete within 20 s of `nowMs`. */
export function startYielding(nowMs: () => number): YieldTurn {
  const end = nowMs() + MOST_MS;
  return async () => {
    await afterOthers();
    if (nowMs() < end) return;
    throw new InputError("BAD_PARAMETER", `the answer takes longer than ${MOST_MS / 1_000} s`, {
      hint: "request a shorter or later time frame",
    });
  };
}
