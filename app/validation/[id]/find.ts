import { type Find, moved } from "@/app/existence";
import type { FirnValidation } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import { readValidation } from "./load";

export const findValidation: Find<"validation", FirnValidation> = async ({ params: { id } }) => {
  const found = await readValidation(id);
  const { validationId } = found;
  return id === validationId ? { found } : moved(hrefTo("validation", { id: validationId }));
};
