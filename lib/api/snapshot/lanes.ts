import { InputError } from "../../errors";

/** How many may wait for each lane. */
const MOST_WAITING = 8;

/**
 * Does work with one of several things that long work needs, the one that is least asked for: what is slow keeps neither
 * short work waiting nor all of the long work.
 */
export function openLanes<Lane>(lanes: readonly Lane[]): <T>(work: (lane: Lane) => Promise<T>) => Promise<T> {
  const open = lanes.map((lane) => ({ lane, asked: 0 }));
  return async (work) => {
    const least = open.reduce((least, each) => (each.asked < least.asked ? each : least));
    if (least.asked > MOST_WAITING) {
      throw new InputError("RATE_LIMITED", "too many answers that take long are asked for at once", {
        hint: "ask again in a moment",
      });
    }
    least.asked += 1;
    try {
      return await work(least.lane);
    } finally {
      least.asked -= 1;
    }
  };
}
