import type { EvmTraceCall } from "@/lib/contract/firn/evm";

/** A line before a call: `v` passes it, `t` branches to it and continues, `l` ends at it, "" is a gap. */
export type Guide = "v" | "t" | "l" | "";

/** A call as a line of the drawn tree. */
export interface Branch {
  call: EvmTraceCall;
  /** One per level above the call, outermost first. */
  guides: Guide[];
  /** The call failed and a caller above it continued. */
  isCaught: boolean;
}

/** Draws calls as a tree. They are given in the order they began. */
export function branchesOf(calls: readonly EvmTraceCall[]): Branch[] {
  // Backwards, since only later calls say whether a line continues: for each level, whether a sibling follows.
  const goesOn: boolean[] = [];
  const drawn = calls.toReversed().map((call) => {
    const { depth } = call;
    const guides = Array.from({ length: depth }, (_, at): Guide => {
      const level = at + 1;
      if (level === depth) return goesOn[level] ? "t" : "l";
      return goesOn[level] ? "v" : "";
    });
    goesOn.length = depth;
    goesOn[depth] = true;
    return { call, guides, isCaught: false };
  });
  const above: EvmTraceCall[] = [];
  return drawn.toReversed().map((branch) => {
    const { call } = branch;
    above.length = call.depth;
    const isCaught = call.error !== undefined && above.some(({ error }) => error === undefined);
    above[call.depth] = call;
    return { ...branch, isCaught };
  });
}
