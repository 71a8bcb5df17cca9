import type { EvmChains } from "./evm";
import { openLanes } from "./lanes";

/** How many long answers are read at once. */
const LANES = 3;

/** EVM chains through connections of their own, for what takes long. */
export function openApart(open: () => EvmChains): Pick<EvmChains, "read" | "close"> {
  const chains = Array.from({ length: LANES }, open);
  const lanes = openLanes(chains);
  return {
    read: (chain, work) => lanes((each) => each.read(chain, work)),
    async close() {
      for (const each of chains) await each.close();
    },
  };
}
