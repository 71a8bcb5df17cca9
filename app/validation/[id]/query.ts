import { isChangePosition } from "@/components/l1/change-position";
import type { PageQuery } from "@/lib/contract/pages";

/** The change after which the history continues. */
export const VALIDATION_QUERY: PageQuery<"validation", { before?: string }> = {
  read: ({ before }) => {
    if (before === undefined) return {};
    return typeof before === "string" && isChangePosition(before) ? { before } : undefined;
  },
  write: (query) => query,
};
