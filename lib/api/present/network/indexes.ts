import type { FirnIndex } from "../../../contract/firn/indexes";
import type { IndexName } from "../../../contract/node/index";
import { missingUpTo } from "../../node/index-gaps";
import { BLOCK_INDEXES } from "../../node/indexed-bytes";
import type { IndexLook } from "../../node/indexes";

/** What is stored of an index. */
export interface StoredIndex {
  /** Number of the node's last container, as of the last answer. */
  nodeHead: number | undefined;
  /** Number of containers. */
  count: number;
  /** Heights of the first and the newest block. */
  first?: number;
  height?: number;
  parts: FirnIndex["parts"];
}

/** The state of one index: the node's answer now, and what is stored. */
export function presentIndex(name: IndexName, look: IndexLook | undefined, stored: StoredIndex): FirnIndex {
  const { count, height: storedHeight, parts } = stored;
  const body = { name, stored: count, storedHeight, parts };
  if (look?.answer === "serving") {
    const { head, gaps } = look;
    const missing =
      head.height === undefined ? missingOf(stored) : missingUpTo({ ...head, height: head.height });
    return { ...body, answer: "serving", nodeHead: head, missing, gaps };
  }
  const { nodeHead } = stored;
  const known = {
    ...body,
    nodeHead: nodeHead === undefined || look?.answer === "empty" ? undefined : { number: nodeHead },
    missing: missingOf(stored),
    gaps: leadingGap(name, stored),
  };
  if (look === undefined || look.answer === "empty") return { ...known, answer: "empty" };
  const { code, message, hint } = look.error;
  return { ...known, answer: look.answer, fault: { code, message, hint } };
}

/** Missing blocks. What is stored is contiguous, so only the beginning may be missing. */
function missingOf({ count, height }: StoredIndex): number {
  return height === undefined ? 0 : missingUpTo({ number: count - 1, height });
}

function leadingGap(name: IndexName, { first = 1 }: StoredIndex): FirnIndex["gaps"] {
  return BLOCK_INDEXES[name] === undefined || first <= 1 ? [] : [{ from: 1, to: first - 1 }];
}
