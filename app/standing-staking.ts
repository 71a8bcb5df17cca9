import { tryId } from "@/app/[chain]/network";
import { findL1 } from "@/app/l1/[id]/load";
import { readValidation } from "@/app/validation/[id]/load";
import { readValidator } from "@/app/validator/[id]/load";
import { readListStarts } from "@/app/validator/[id]/starts";
import { readValidatorListParams } from "@/components/validator/list-params";
import { InputError } from "@/lib/errors";

/** Pages about staking by their first segment: which queries are addresses of it, and what it reads by the second segment. */
const PAGES: Record<
  string,
  { isAddress?: (search: Record<string, string>) => boolean; read?: (id: string) => Promise<unknown> }
> = {
  validators: { isAddress: (search) => readValidatorListParams(search) !== undefined },
  validator: { isAddress: (search) => readListStarts(search) !== undefined, read: readValidator },
  l1s: { isAddress: ({ before }) => before === undefined || tryId(before) !== undefined },
  l1: { read: findL1 },
  validation: { read: readValidation },
};

/** Whether the address is one of a page about staking, by its first segment. */
export function isStakingPage(page: string): boolean {
  return Object.hasOwn(PAGES, page);
}

/** Reads what such a page is about. @throws FirnError; InputError NOT_FOUND where there is no such address */
export async function readStakingPage(
  page: string,
  id: string,
  search: Record<string, string>,
): Promise<void> {
  const { isAddress, read } = PAGES[page] ?? {};
  if (isAddress?.(search) === false || (read !== undefined && id === ""))
    throw new InputError("NOT_FOUND", `/${page} has no such address`);
  await read?.(id);
}
