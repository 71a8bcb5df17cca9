import type { FirnIndex } from "../../../contract/firn/indexes";
import type { IndexName } from "../../../contract/node/index";
import { missingUpTo } from "../../node/index-gaps";
import { BLOCK_INDEXES } from "../../node/indexed-bytes";
import type { IndexLook } from "../../node/indexes";

/** What the store has of an index. */
export interface StoredIndex {
  /** The node's last number when it was last asked. */
  nodeHead: number | undefined;
  /** Containers. */
  count: number;
  /** Heights of the first and the newest block. */
  first?: number;
  height?: number;
  parts: FirnIndex["parts"];
}

/** One index, by what the node says now and what is stored of it. */
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

/** What is stored has no hole inside: only its beginning may lack. */
function missingOf({ count, height }: StoredIndex): number {
  return height === undefined ? 0 : missingUpTo({ number: count - 1, height });
}

function leadingGap(name: IndexName, { first = 1 }: StoredIndex): FirnIndex["gaps"] {
  return BLOCK_INDEXES[name] === undefined || first <= 1 ? [] : [{ from: 1, to: first - 1 }];
}
