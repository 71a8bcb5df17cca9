import { type Find, moved } from "@/app/existence";
import type { FirnValidator } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { type ListStarts, readValidator } from "./load";

/** A node that validates or once validated. */
export const findValidator: Find<"validator", FirnValidator, ListStarts> = async ({ params: { id } }) => {
  const validator = await readValidator(id);
  const { nodeId } = validator;
  return id === nodeId ? { found: validator } : moved(hrefTo("validator", { id: nodeId }));
};
