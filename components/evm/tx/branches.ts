import type { EvmCallPage, EvmTraceCall } from "@/lib/contract/firn/evm-transactions";
import type { AddressLookup } from "../address-lookup";

/** A line before a call: `v` passes it, `t` branches to it and continues, `l` ends at it, "" is a gap. */
export type Guide = "v" | "t" | "l" | "";

/** A call as a line of the drawn tree. */
export interface Branch {
  call: EvmTraceCall;
  /** Its number in the tree, counted from 1. */
  number: number;
  /** One per level above the call, outermost first. */
  guides: Guide[];
  /** The call failed and a caller above it continued. */
  isCaught: boolean;
  /** The transaction’s failure began here. */
  isOrigin: boolean;
}

/** The same with what is known of its addresses. */
export interface CallTreeRow extends Branch {
  lookUp: AddressLookup;
}

/** Draws the calls of a page as a part of their tree. */
export function branchesOf({
  first,
  calls = [],
  callers = [],
  failurePath = [],
}: Pick<EvmCallPage, "first" | "calls" | "callers" | "failurePath">): Branch[] {
  const above = [...callers];
  return calls.map((call, at) => {
    const { depth, isLast, error } = call;
    above.length = depth;
    const passing = above.slice(1).map((caller): Guide => (caller.isLast ? "" : "v"));
    const guides: Guide[] = depth === 0 ? [] : [...passing, isLast ? "l" : "t"];
    const isCaught = error !== undefined && above.some((caller) => caller.error === undefined);
    above[depth] = call;
    const number = first + at;
    return { call, number, guides, isCaught, isOrigin: number === failurePath.at(-1) };
  });
}
