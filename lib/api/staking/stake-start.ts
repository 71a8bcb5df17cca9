import { parseId } from "../../avalanche/ids";
import { InputError } from "../../errors";
import { type Moment, readStakesAt } from "../../store/queries/stake-list";
import { findTx } from "../../store/queries/tx";
import { CHAIN } from "../../store/rows/columns";
import type { RequestContext } from "../handler";

/**
 * Where a list of stakes without a token starts: after the stake of the transaction in `before`.
 * @throws InputError BAD_PARAMETER when it is not a staking transaction, or the order is ascending
 */
export async function readStakeStart(
  { db }: RequestContext,
  { before, sortOrder }: { before?: string | undefined; sortOrder: "asc" | "desc" },
  at: Moment,
): Promise<number | undefined> {
  if (before === undefined) return undefined;
  if (sortOrder === "asc") throw new InputError("BAD_PARAMETER", "before goes with sortOrder desc only");
  const tx = await findTx(db, CHAIN.p, parseId(before));
  const [stake] = tx === undefined ? [] : await readStakesAt(db, [tx.position], at);
  if (stake !== undefined) return stake.id;
  throw new InputError("BAD_PARAMETER", `before must be the id of a staking transaction, not ${before}`);
}
