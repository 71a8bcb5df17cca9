import { cache } from "react";
import { tryId } from "@/app/[chain]/network";
import { api } from "@/app/server";
import { formatId } from "@/lib/avalanche/ids";
import { type FirnValidation, getValidation } from "@/lib/contract/firn/l1s";
import { InputError } from "@/lib/errors";

/** A validation by its id in cb58 or hex. @throws FirnError */
export const readValidation: (text: string) => Promise<FirnValidation> = cache(async (text) => {
  const id = tryId(text);
  if (id === undefined) throw new InputError("NOT_FOUND", `"${text}" is not an id`);
  return api().get(getValidation, { params: { validationId: formatId(id) } });
});
