import type { EvmDb } from "../../db";
import { amountColumn } from "../../rows/columns";
import { tupleIs } from "../../sql/expressions";
import type { ApprovalTable } from "../../tables/evm/tokens";

/** What identifies an approval of an owner. */
export type ApprovalKey = Pick<ApprovalTable, "token_id" | "form" | "spender_id">;

/** Approvals of an owner that its newest events gave, without those that they took back: by contract, form and spender. */
export function listApprovals(
  db: EvmDb,
  ownerId: number,
  { after, limit }: { after: ApprovalKey | undefined; limit: number },
): Promise<ApprovalTable[]> {
  let query = db
    .selectFrom("approval")
    .selectAll()
    .where("owner_id", "=", ownerId)
    .where("value", "!=", NOTHING);
  if (after !== undefined) {
    const { token_id, form, spender_id } = after;
    query = query.where(tupleIs(["token_id", "form", "spender_id"], ">", [token_id, form, spender_id]));
  }
  return query.orderBy("token_id").orderBy("form").orderBy("spender_id").limit(limit).execute();
}

const NOTHING = amountColumn(0n);
