import { InputError } from "../errors";
import type { EvmChains } from "./evm";

/** How many long answers are read at once, and how many may wait for each of them. */
const LANES = 3;
const MOST_WAITING = 8;

/**
 * EVM chains through connections of their own, for what takes long: a slow answer keeps neither short ones waiting nor all
 * of the long ones.
 */
export function openApart(open: () => EvmChains): Pick<EvmChains, "read" | "close"> {
  const lanes = Array.from({ length: LANES }, () => ({ chains: open(), asked: 0 }));
  return {
    async read(chain, work) {
      const lane = lanes.reduce((least, each) => (each.asked < least.asked ? each : least));
      if (lane.asked > MOST_WAITING) {
        throw new InputError("RATE_LIMITED", "too many answers that take long are asked for at once", {
          hint: "ask again in a moment",
        });
      }
      lane.asked += 1;
      try {
        return await lane.chains.read(chain, work);
      } finally {
        lane.asked -= 1;
      }
    },
    async close() {
      for (const { chains } of lanes) await chains.close();
    },
  };
}
