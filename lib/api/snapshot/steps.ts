import { setImmediate as afterOthers } from "node:timers/promises";
import { InputError } from "../../errors";

/** Ends a step of a long answer: others have their turn before the next one. @throws InputError once it takes too long */
export type Step = () => Promise<void>;

/** Rows that a step reads: a few milliseconds of the API's one thread. */
export const ROWS_PER_STEP = 1_000;

const MOST_MS = 20_000;

/** Steps of one answer, which has to be found within 20 s of `nowMs`. */
export function openSteps(nowMs: () => number): Step {
  const end = nowMs() + MOST_MS;
  return async () => {
    await afterOthers();
    if (nowMs() < end) return;
    throw new InputError("BAD_PARAMETER", `the answer takes longer than ${MOST_MS / 1_000} s`, {
      hint: "ask for a shorter or later time frame",
    });
  };
}
