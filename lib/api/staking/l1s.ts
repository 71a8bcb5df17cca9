import { formatId } from "../../avalanche/ids";
import { InputError } from "../../errors";
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
