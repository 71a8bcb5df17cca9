import { tryId } from "@/app/[chain]/network";
import { type Find, moved } from "@/app/existence";
import type { FirnValidation } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import { readValidation } from "./load";

export const findValidation: Find<"validation", FirnValidation> = async ({ params: { id } }) => {
  if (tryId(id) === undefined) return "malformed";
  const found = await readValidation(id);
  const { validationId } = found;
  return id === validationId ? { found } : moved(hrefTo("validation", { id: validationId }));
};
