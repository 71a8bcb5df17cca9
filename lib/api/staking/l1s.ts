import { formatId } from "../../avalanche/ids";
import { InputError } from "../../errors";
import { type L1ValidatorAt, listL1Validators } from "../../store/queries/l1-validator-list";
import type { Moment } from "../../store/queries/stake-list";
import { findSubnet } from "../../store/queries/subnet";
import type { RequestContext } from "../handler";
import { presentManager } from "../present/staking/subnet";

/** Most validators of one L1 that are compared. */
export const MOST_VALIDATORS = 20_000;

/** An L1 with its validator manager. @throws InputError NOT_FOUND when it is not indexed, or not an L1 */
export async function requireL1({ db }: Pick<RequestContext, "db">, subnetId: Uint8Array) {
  const row = await findSubnet(db, subnetId);
  const manager = row && presentManager(row);
  if (row !== undefined && manager !== undefined) return { row, manager };
  throw new InputError(
    "NOT_FOUND",
    row === undefined
      ? `no subnet ${formatId(subnetId)} is indexed`
      : `subnet ${formatId(subnetId)} is not an L1`,
  );
}

/** A validation as it is at a moment. @throws InputError NOT_FOUND when it is not indexed */
export async function requireValidation(
  { db }: Pick<RequestContext, "db">,
  { at, validationId }: { at: Moment; validationId: Uint8Array },
): Promise<L1ValidatorAt> {
  const [row] = await listL1Validators(db, { at, validationId, which: "all", limit: 1 });
  if (row !== undefined) return row;
  throw new InputError("NOT_FOUND", `no L1 validation ${formatId(validationId)} is indexed`);
}
