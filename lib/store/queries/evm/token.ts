import type { EvmDb } from "../../db";
import { NO_TOKEN_NUMBER } from "../../rows/columns";
import { beginsWith, foldedOrder, setOf, tupleIs } from "../../sql/expressions";
import type { NftTable } from "../../tables/evm/nfts";
import type { ContractTable } from "../../tables/evm/tokens";

/** Balance of one token that transfers left with a holder; may be zero. */
export interface Holding {
  tokenId: number;
  balance: Uint8Array;
  /** Transfers don't give the balance. */
  asksNode: boolean;
}

/** ERC-20 tokens that an address has or had, by number of their contracts. */
export async function listErc20Holdings(
  db: EvmDb,
  holderId: number,
  list: {
    standard: number;
    tokenIds: readonly number[] | undefined;
    after: number | undefined;
    limit: number;
  },
): Promise<Holding[]> {
  let query = db
    .selectFrom("token_balance")
    .innerJoin("contract", "contract.address_id", "token_balance.token_id")
    .select(["token_id as tokenId", "balance", "asks_node as asksNode"])
    .where("holder_id", "=", holderId)
    .where("token_number", "=", NO_TOKEN_NUMBER)
    .where("standard", "=", list.standard);
  if (list.tokenIds !== undefined) query = query.where("token_id", "in", setOf(list.tokenIds));
  if (list.after !== undefined) query = query.where("token_id", ">", list.after);
  return query.orderBy("token_id").limit(list.limit).execute();
}

/** A token of a collection that an address has or had, and how many transfers left with it. */
export interface NftHolding extends NftTable {
  balance: Uint8Array;
}

/** Collectibles that an address has or had, by contract and token; of some forms, or of one contract only. */
export async function listNftHoldings(
  db: EvmDb,
  holderId: number,
  list: { forms: readonly number[]; tokenId: number | undefined; after: NftTable | undefined; limit: number },
): Promise<NftHolding[]> {
  let query = db
    .selectFrom("token_balance")
    .innerJoin("nft", (join) =>
      join
        .onRef("nft.token_id", "=", "token_balance.token_id")
        .onRef("nft.token_number", "=", "token_balance.token_number"),
    )
    .selectAll("nft")
    .select("balance")
    .where("holder_id", "=", holderId)
    .where("form", "in", setOf(list.forms));
  const { tokenId, after } = list;
  if (tokenId !== undefined) query = query.where("token_balance.token_id", "=", tokenId);
  if (after !== undefined) {
    const { token_id, token_number } = after;
    query = query.where(
      tupleIs(["token_balance.token_id", "token_balance.token_number"], ">", [token_id, token_number]),
    );
  }
  return query
    .orderBy("token_balance.token_id")
    .orderBy("token_balance.token_number")
    .limit(list.limit)
    .execute();
}

/** Tokens of a collection by number, ascending. */
export async function listNfts(
  db: EvmDb,
  tokenId: number,
  { after, limit }: { after: NftTable | undefined; limit: number },
): Promise<NftTable[]> {
  let query = db.selectFrom("nft").selectAll().where("token_id", "=", tokenId);
  if (after !== undefined) query = query.where("token_number", ">", after.token_number);
  return query.orderBy("token_number").limit(limit).execute();
}

/** One token of a collection. */
export function findNft(db: EvmDb, tokenId: number, number: Uint8Array): Promise<NftTable | undefined> {
  return db
    .selectFrom("nft")
    .selectAll()
    .where("token_id", "=", tokenId)
    .where("token_number", "=", number)
    .executeTakeFirst();
}

/** The last token of a page, by number. */
export function readNft(db: EvmDb, id: number): Promise<NftTable | undefined> {
  return db.selectFrom("nft").selectAll().where("id", "=", id).executeTakeFirst();
}

/** A contract by its address's number. */
export function readContract(db: EvmDb, addressId: number): Promise<ContractTable | undefined> {
  return db.selectFrom("contract").selectAll().where("address_id", "=", addressId).executeTakeFirst();
}

/** Contracts that an address's transactions created, newest first. */
export async function listDeployments(
  db: EvmDb,
  deployerId: number,
  { after, limit }: { after: ContractTable | undefined; limit: number },
): Promise<ContractTable[]> {
  let query = db
    .selectFrom("contract")
    .selectAll()
    .where("deployer_id", "=", deployerId)
    .where("created_position", "is not", null);
  if (after !== undefined) {
    const { created_position: position, address_id: id } = after;
    query = query.where(tupleIs(["created_position", "address_id"], "<", [position, id]));
  }
  return query.orderBy("created_position", "desc").orderBy("address_id", "desc").limit(limit).execute();
}

/** A contract with its address and the number of addresses that hold some of it. */
export interface NamedContract extends ContractTable {
  address: Uint8Array;
  holders: number;
}

/**
 * Contracts whose symbol or name begins with a text, in either case: those with the shortest first, then the oldest.
 * Anyone may use any name.
 */
export async function listContractsNamed(db: EvmDb, text: string, limit: number): Promise<NamedContract[]> {
  const found: NamedContract[] = [];
  for (const column of ["symbol", "name"] as const) {
    const rows = await db
      .selectFrom("contract")
      .innerJoin("address", "address.id", "contract.address_id")
      .leftJoin("token", "token.token_id", "contract.address_id")
      .selectAll("contract")
      .select(["address.bytes as address", "token.holders"])
      .where(column, "is not", null)
      .where(beginsWith(column, text))
      .orderBy(foldedOrder(column))
      .orderBy("contract.address_id")
      .limit(limit)
      .execute();
    for (const row of rows)
      if (found.every(({ address_id }) => address_id !== row.address_id))
        found.push({ ...row, holders: row.holders ?? 0 });
  }
  return found;
}
