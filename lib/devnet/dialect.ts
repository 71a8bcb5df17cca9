import type { z } from "zod";
import type { container } from "../contract/node/index";
import { MAX_RANGE } from "../contract/node/index";

type Container = z.input<typeof container>;

/** Where the interface document and the real node contradict each other, each difference once. */
export interface Dialect {
  /** Form of `index.getContainerRange`'s result. */
  range(containers: Container[]): Container[] | { containers: Container[] };
  /** Least `numToFetch` that is no error; asking for 0 where that is allowed gives null. */
  minRange: 0 | 1;
  /** Whether `admin.setLoggerLevel` answers with the levels as they are now; else with nothing. */
  tellsLevelsSet: boolean;
  /** Whether `X/tx` goes on with the transactions of linear blocks; else it ends where linearisation began. */
  linearTxs: boolean;
}

export const DIALECTS = {
  seed: { range: (containers) => containers, minRange: 0, tellsLevelsSet: false, linearTxs: true },
  avalanchego: {
    range: (containers) => ({ containers }),
    minRange: 1,
    tellsLevelsSet: true,
    linearTxs: false,
  },
} satisfies Record<string, Dialect>;

export type DialectName = keyof typeof DIALECTS;

/** What is wrong with a `numToFetch`, in the node's words; undefined when nothing is. */
export function rangeFault(dialect: Dialect, numToFetch: bigint): string | undefined {
  const fits = numToFetch >= dialect.minRange && numToFetch <= MAX_RANGE;
  return fits ? undefined : `numToFetch must be in [${dialect.minRange},${MAX_RANGE}] but is ${numToFetch}`;
}
