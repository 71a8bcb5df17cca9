import { sql } from "kysely";
import type { EvmDb } from "../../db";
import { NO_TOKEN_NUMBER } from "../../rows/columns";
import { lastByte, tupleIs } from "../../sql/expressions";
import type { NftTable } from "../../tables/evm/nfts";
import type { TokenBalanceTable, TokenTable, TokenTransferTable } from "../../tables/evm/tokens";

/** What an audit reads of tokens, page by page, of one part of the holders or tokens at a time. */

/** One of several parts: holders by their number, tokens by the last byte of theirs. */
export interface Part {
  part: number;
  parts: number;
}

/** A change of token balances. */
export type Movement = Pick<
  TokenTransferTable,
  "token_id" | "from_id" | "to_id" | "token_number" | "value" | "form"
>;

export interface MovementKey {
  position: number;
  log_index: number;
  item: number;
}

/** Movements after one, in order, from or to a holder of the part. */
export async function listMovements(
  db: EvmDb,
  { part, parts }: Part,
  { after, limit }: { after: MovementKey; limit: number },
): Promise<(Movement & MovementKey)[]> {
  const { position, log_index, item } = after;
  return db
    .selectFrom("token_transfer")
    .selectAll()
    .where(tupleIs(["position", "log_index", "item"], ">", [position, log_index, item]))
    .where(sql<boolean>`(from_id % ${parts} = ${part} or to_id % ${parts} = ${part})`)
    .orderBy("position")
    .orderBy("log_index")
    .orderBy("item")
    .limit(limit)
    .execute();
}

/** Coin that holders of the part wrapped or got back after an event, in order. */
export async function listWraps(
  db: EvmDb,
  { part, parts }: Part,
  { after, limit }: { after: Omit<MovementKey, "item">; limit: number },
) {
  return db
    .selectFrom("coin_wrap")
    .selectAll()
    .where(tupleIs(["position", "log_index"], ">", [after.position, after.log_index]))
    .where(sql<boolean>`holder_id % ${parts} = ${part}`)
    .orderBy("position")
    .orderBy("log_index")
    .limit(limit)
    .execute();
}

/** Balances of holders of the part after a key, in order. */
export async function listBalances(
  db: EvmDb,
  { part, parts }: Part,
  { after, limit }: { after: Omit<TokenBalanceTable, "balance">; limit: number },
): Promise<TokenBalanceTable[]> {
  const { token_id, holder_id, token_number } = after;
  return db
    .selectFrom("token_balance")
    .selectAll()
    .where(tupleIs(["token_id", "holder_id", "token_number"], ">", [token_id, holder_id, token_number]))
    .where(sql<boolean>`holder_id % ${parts} = ${part}`)
    .orderBy("token_id")
    .orderBy("holder_id")
    .orderBy("token_number")
    .limit(limit)
    .execute();
}

/** Movements of single tokens of the part after one, in order. */
export async function listNftMovements(
  db: EvmDb,
  part: Part,
  { after, limit }: { after: MovementKey; limit: number },
): Promise<TokenTransferTable[]> {
  const { position, log_index, item } = after;
  return db
    .selectFrom("token_transfer")
    .selectAll()
    .where(tupleIs(["position", "log_index", "item"], ">", [position, log_index, item]))
    .where("token_number", "is not", null)
    .where(ofPart(part))
    .orderBy("position")
    .orderBy("log_index")
    .orderBy("item")
    .limit(limit)
    .execute();
}

/** Single tokens of the part after one. */
export async function listNfts(
  db: EvmDb,
  part: Part,
  { after, limit }: { after: number; limit: number },
): Promise<NftTable[]> {
  return db
    .selectFrom("nft")
    .selectAll()
    .where("id", ">", after)
    .where(ofPart(part))
    .orderBy("id")
    .limit(limit)
    .execute();
}

/** Last bytes are evenly spread, except in collections of a few tokens. */
function ofPart({ part, parts }: Part) {
  const edge = (i: number) => Uint8Array.of(Math.floor((i * 256) / parts));
  const last = lastByte("token_number");
  const from = sql<boolean>`${last} >= ${edge(part)}`;
  return part + 1 === parts ? from : sql<boolean>`${from} and ${last} < ${edge(part + 1)}`;
}

/** Tokens after a number, with whether only the node knows their balances. */
export async function listTokens(
  db: EvmDb,
  { after, limit }: { after: number; limit: number },
): Promise<(TokenTable & { asks_node: boolean; standard: number; contract: Uint8Array })[]> {
  return db
    .selectFrom("token")
    .innerJoin("contract", "contract.address_id", "token.token_id")
    .innerJoin("address", "address.id", "token.token_id")
    .selectAll("token")
    .select(["contract.asks_node", "contract.standard", "address.bytes as contract"])
    .where("token_id", ">", after)
    .orderBy("token_id")
    .limit(limit)
    .execute();
}

/** Numbers of tokens whose balances only the node knows. */
export async function listDistrusted(db: EvmDb): Promise<number[]> {
  const rows = await db.selectFrom("contract").select("address_id").where("asks_node", "=", true).execute();
  return rows.map(({ address_id }) => address_id);
}

/** Contracts that are marked as wrapping coin. */
export function listWrappers(db: EvmDb): Promise<{ address_id: number; wraps_coin: boolean }[]> {
  return db
    .selectFrom("contract")
    .select(["address_id", "wraps_coin"])
    .where("wraps_coin", "<>", false)
    .execute();
}

/** The first holder of a token whose number is at least `holderId`. */
export function findHolderFrom(
  db: EvmDb,
  { tokenId, holderId }: { tokenId: number; holderId: number },
): Promise<(TokenBalanceTable & { holder: Uint8Array }) | undefined> {
  return db
    .selectFrom("token_balance")
    .innerJoin("address", "address.id", "token_balance.holder_id")
    .selectAll("token_balance")
    .select("address.bytes as holder")
    .where("token_id", "=", tokenId)
    .where("holder_id", ">=", holderId)
    .where("token_number", "=", NO_TOKEN_NUMBER)
    .orderBy("holder_id")
    .limit(1)
    .executeTakeFirst();
}

/** The largest number of a token; 0 while there is none. */
export async function findLastToken(db: EvmDb): Promise<number> {
  const last = await db
    .selectFrom("token")
    .select("token_id")
    .orderBy("token_id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.token_id ?? 0;
}
