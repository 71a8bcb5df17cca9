import type { EvmTraceCall } from "@/lib/contract/firn/evm";

/** A line before a call: `v` passes it by, `t` branches off to it and goes on, `l` ends at it, "" is none. */
export type Guide = "v" | "t" | "l" | "";

/** A call as a line of a drawn tree. */
export interface Branch {
  call: EvmTraceCall;
  /** One for each level above it, the outermost first. */
  guides: Guide[];
  /** It failed, and who called it went on. */
  isCaught: boolean;
}

/** Draws calls, which are in the order of their beginning. */
export function branchesOf(calls: readonly EvmTraceCall[]): Branch[] {
  // Backwards, since only what follows says whether a line goes on: by level, whether a sibling is still to come.
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
