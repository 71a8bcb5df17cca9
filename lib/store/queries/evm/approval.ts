import type { EvmDb } from "../../db";
import { amountColumn, positionOf } from "../../rows/columns";
import { tupleIs } from "../../sql/expressions";
import type { ApprovalTable, NftApprovalTable } from "../../tables/evm/tokens";

/** Whose approvals are listed: those that an owner gave, or those that a spender got. */
export interface ApprovalSide {
  side: "owner" | "spender";
  /** Number of the address. */
  id: number;
}

/** What identifies an approval of one side: `other` is the address at the other. */
export type ApprovalKey = Pick<ApprovalTable, "token_id" | "form"> & { other: number };

/** Columns of the addresses at both sides. */
export const SIDES = {
  owner: { own: "owner_id", other: "spender_id" },
  spender: { own: "spender_id", other: "owner_id" },
} as const;

/** Approvals that newest events gave, without those that they took back: by contract, form and the other address. */
export function listApprovals(
  db: EvmDb,
  { side, id }: ApprovalSide,
  { after, limit }: { after: ApprovalKey | undefined; limit: number },
): Promise<ApprovalTable[]> {
  const { own, other } = SIDES[side];
  let query = db.selectFrom("approval").selectAll().where(own, "=", id).where("value", "!=", NOTHING);
  if (after !== undefined) {
    const { token_id, form } = after;
    query = query.where(tupleIs(["token_id", "form", other], ">", [token_id, form, after.other]));
  }
  return query.orderBy("token_id").orderBy("form").orderBy(other).limit(limit).execute();
}

const NOTHING = amountColumn(0n);

/** Where a list of approvals of single tokens goes on: the last event shown. */
export interface NftApprovalCursor {
  height: number;
  log_index: number;
}

/**
 * Newest events that let somebody move single tokens, the newest first; without those of tokens that are known to be
 * somebody else's now. A token may have left and come back since: `hasMovedSince` tells.
 */
export function listNftApprovals(
  db: EvmDb,
  { side, id, zeroAddressId = NOBODY }: ApprovalSide & { zeroAddressId: number | undefined },
  { after, limit }: { after: NftApprovalCursor | undefined; limit: number },
): Promise<NftApprovalTable[]> {
  let query = db
    .selectFrom("nft_approval as given")
    .leftJoin("nft", (join) =>
      join.onRef("nft.token_id", "=", "given.token_id").onRef("nft.token_number", "=", "given.token_number"),
    )
    .selectAll("given")
    .where(`given.${SIDES[side].own}`, "=", id)
    .where("spender_id", "!=", zeroAddressId)
    .where((eb) =>
      eb.or([eb("nft.owner_id", "is", null), eb("nft.owner_id", "=", eb.ref("given.owner_id"))]),
    );
  if (after !== undefined) {
    const { height, log_index } = after;
    // A block counts its logs through all of its transactions.
    query = query
      .where("position", "<", positionOf(height + 1, 0))
      .where((eb) => eb.or([eb("position", "<", positionOf(height, 0)), eb("log_index", "<", log_index)]));
  }
  return query.orderBy("position", "desc").orderBy("log_index", "desc").limit(limit).execute();
}

/** No address has this number. */
const NOBODY = -1;

/** The newest event about who may move a token. */
export function findNftApproval(
  db: EvmDb,
  tokenId: number,
  number: Uint8Array,
): Promise<NftApprovalTable | undefined> {
  return db
    .selectFrom("nft_approval")
    .selectAll()
    .where("token_id", "=", tokenId)
    .where("token_number", "=", number)
    .executeTakeFirst();
}

/** Whether a token moved after an event about it: that ends the approval. */
export async function hasMovedSince(
  db: EvmDb,
  { token_id, token_number, position, log_index }: NftApprovalTable,
): Promise<boolean> {
  const move = await db
    .selectFrom("token_transfer")
    .select("position")
    .where("token_id", "=", token_id)
    .where("token_number", "=", token_number)
    .where("token_number", "is not", null)
    .where("position", ">=", position)
    .where((eb) => eb.or([eb("position", ">", position), eb("log_index", ">", log_index)]))
    .limit(1)
    .executeTakeFirst();
  return move !== undefined;
}
