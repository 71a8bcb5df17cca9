import { type Find, moved } from "@/app/existence";
import type { FirnValidator } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { type ListStarts, readValidator } from "./load";
import { readListStarts } from "./starts";

/** A node that validates or validated something, and where the lists of its page start. */
export interface FoundValidator {
  validator: FirnValidator;
  starts: ListStarts;
}

export const findValidator: Find<"validator", FoundValidator> = async ({ params: { id }, search }) => {
  const starts = readListStarts(search);
  if (starts === undefined) return "missing";
  const validator = await readValidator(id);
  const { nodeId } = validator;
  return id === nodeId ? { found: { validator, starts } } : moved(hrefTo("validator", { id: nodeId }));
};
