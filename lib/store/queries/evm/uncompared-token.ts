import type { EvmDb } from "../../db";
import { setOf } from "../../sql/expressions";

/** A token that waits for a comparison, and whose balance is to be compared. */
export interface UncomparedToken {
  tokenId: number;
  /** 20 bytes each. */
  contract: Uint8Array;
  account: { id: number; address: Uint8Array };
}

/** Tokens that wait, in the order of their numbers, from those after one on. */
export async function listUncomparedTokens(
  db: EvmDb,
  { after, limit }: { after: number; limit: number },
): Promise<UncomparedToken[]> {
  const rows = await db
    .selectFrom("uncompared_token")
    .innerJoin("address as contract", "contract.id", "token_id")
    .innerJoin("address as holder", "holder.id", "holder_id")
    .select(["token_id", "contract.bytes as contract", "holder_id", "holder.bytes as holder"])
    .where("token_id", ">", after)
    .orderBy("token_id")
    .limit(limit)
    .execute();
  return rows.map(({ token_id, contract, holder_id, holder }) => ({
    tokenId: token_id,
    contract,
    account: { id: holder_id, address: holder },
  }));
}

/** Removes tokens that were compared at a height, unless a later block has given a new reason. */
export async function deleteCompared(db: EvmDb, tokenIds: readonly number[], height: number): Promise<void> {
  await db
    .deleteFrom("uncompared_token")
    .where("token_id", "in", setOf(tokenIds))
    .where("height", "<=", height)
    .execute();
}

/** From here on, only the contracts of these tokens tell their balances. */
export async function distrustTokens(db: EvmDb, tokenIds: readonly number[]): Promise<void> {
  await db
    .updateTable("contract")
    .set({ asks_node: true })
    .where("address_id", "in", setOf(tokenIds))
    .execute();
}
