import { tryId } from "@/app/[chain]/network";
import type { Find } from "@/app/existence";

/** The L1 after which the list goes on; undefined from the newest on. */
export const findL1s: Find<"l1s", string | undefined> = async ({ search: { before } }) => {
  if (before === undefined) return { found: undefined };
  return typeof before === "string" && tryId(before) !== undefined ? { found: before } : "missing";
};
