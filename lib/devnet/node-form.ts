import type { z } from "zod";
import type { container } from "../contract/node/index";
import { MAX_RANGE } from "../contract/node/index";

type Container = z.input<typeof container>;

/** Where the interface document and the real node differ: one member per difference. */
export interface NodeForm {
  /** Form of the result of `index.getContainerRange`. */
  range(containers: Container[]): Container[] | { containers: Container[] };
  /** Smallest valid `numToFetch`. Where it is 0, asking for 0 returns null. */
  minRange: 0 | 1;
  /** Whether `admin.setLoggerLevel` returns the new levels, or an empty object. */
  returnsNewLevels: boolean;
  /** Whether `X/tx` continues with transactions of linear blocks, or ends at linearisation. */
  linearTxs: boolean;
}

export const NODE_FORMS = {
  seed: { range: (containers) => containers, minRange: 0, returnsNewLevels: false, linearTxs: true },
  avalanchego: {
    range: (containers) => ({ containers }),
    minRange: 1,
    returnsNewLevels: true,
    linearTxs: false,
  },
} satisfies Record<string, NodeForm>;

export type NodeFormName = keyof typeof NODE_FORMS;

/** The node's error message for a bad `numToFetch`; undefined if it is valid. */
export function rangeProblem(nodeForm: NodeForm, numToFetch: bigint): string | undefined {
  const fits = numToFetch >= nodeForm.minRange && numToFetch <= MAX_RANGE;
  return fits ? undefined : `numToFetch must be in [${nodeForm.minRange},${MAX_RANGE}] but is ${numToFetch}`;
}
