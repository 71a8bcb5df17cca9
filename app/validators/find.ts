import type { Find } from "@/app/existence";
import { readValidatorListParams, type ValidatorListParams } from "@/components/validator/list-params";

export const findValidators: Find<"validators", ValidatorListParams> = async ({ search }) => {
  const found = readValidatorListParams(search);
  return found === undefined ? "missing" : { found };
};
