import { tryId } from "@/app/[chain]/network";
import { isChangePosition } from "@/components/l1/change-position";
import type { PageQuery } from "@/lib/contract/pages";

/**
 * Where the lists of an L1's page continue: its validators after a validation, or on a subnet after a rank; its changes
 * after one of them.
 */
export interface L1Starts {
  after?: string;
  before?: string;
}

export const L1_QUERY: PageQuery<"l1", L1Starts> = {
  read: ({ after, before }) => {
    if (after !== undefined && !(typeof after === "string" && isValidatorPosition(after))) return undefined;
    if (before !== undefined && !(typeof before === "string" && isChangePosition(before))) return undefined;
    return { ...(after !== undefined && { after }), ...(before !== undefined && { before }) };
  },
  write: (query) => ({ ...query }),
};

function isValidatorPosition(text: string): boolean {
  return /^\d{1,6}$/.test(text) || tryId(text) !== undefined;
}
