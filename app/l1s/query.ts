import { tryId } from "@/app/[chain]/network";
import type { PageQuery } from "@/lib/contract/pages";

/** The L1 after which the list continues. Without one it starts with the newest. */
export const L1S_QUERY: PageQuery<"l1s", { before?: string }> = {
  read: ({ before }) => {
    if (before === undefined) return {};
    return typeof before === "string" && tryId(before) !== undefined ? { before } : undefined;
  },
  write: (query) => query,
};
