import type { EvmDb } from "../../db";
import { rowCount } from "../../sql/computed";
import { numberSetOf, setOf, tupleIs, withoutIndex } from "../../sql/expressions";
import type { ContractTable, TokenTable } from "../../tables/evm/tokens";
import { mergeLists } from "../merge";

/** A contract with its address, and what its movements add up to. A contract without any has zeros. */
export interface ListedContract extends ContractTable {
  address: Uint8Array;
  transfers: number;
  holders: number;
  supply: Uint8Array | null;
}

/** Counts that the list of tokens is sorted by, most first. */
export type TokenCountSort = "holders" | "transfers";

/** The last row shown: its count then, and its number. */
export interface CountCursor {
  count: number;
  id: number;
}

/** Contracts of some standards that are read and sorted at once. More are found in the order of the count's index. */
export const FEW_CONTRACTS = 1_000;

interface CountPage {
  after: CountCursor | undefined;
  limit: number;
}

interface CountList {
  /** Indexes of `TOKEN_STANDARDS`. */
  standards: readonly number[];
  sort: TokenCountSort;
}

/** Tokens of some standards with movements: most holders or transfers first. */
export async function listTokensByCount(
  db: EvmDb,
  list: CountList,
  page: CountPage,
): Promise<ListedContract[]> {
  const some = await db
    .selectFrom("contract")
    .select("address_id")
    .where("standard", "in", setOf(list.standards))
    .limit(FEW_CONTRACTS + 1)
    .execute();
  if (some.length > FEW_CONTRACTS) return walkTokensByCount(db, list, page);
  const ids = some.map(({ address_id }) => address_id);
  return tokensByCount(db, list, page).where("token.token_id", "in", numberSetOf(ids)).execute();
}

/**
 * The same in the order of the count's index, passing over tokens of other standards. There are too many of these standards
 * for that to take long.
 */
export function walkTokensByCount(db: EvmDb, list: CountList, page: CountPage): Promise<ListedContract[]> {
  return tokensByCount(db, list, page)
    .where(withoutIndex("contract.standard"), "in", setOf(list.standards))
    .execute();
}

function tokensByCount(db: EvmDb, { sort }: CountList, { after, limit }: CountPage) {
  const order = [`token.${sort}`, "token.token_id"] as const;
  const query = listed(db).orderBy(order[0], "desc").orderBy(order[1], "desc").limit(limit);
  return after === undefined ? query : query.where(tupleIs(order, "<", [after.count, after.id]));
}

function listed(db: EvmDb) {
  return db
    .selectFrom("token")
    .innerJoin("contract", "contract.address_id", "token.token_id")
    .innerJoin("address", "address.id", "token.token_id")
    .selectAll("contract")
    .select(["address.bytes as address", "token.transfers", "token.holders", "token.supply"]);
}

/** What the place of a token depends on in orders that no index has. */
export interface TokenMeasures {
  id: number;
  /** What its transfers add up to, in base units. */
  supply: Uint8Array;
  decimals: number | null;
  /** Whether its transfers do not tell its supply. */
  asks_node: boolean;
}

/** All tokens of some standards that ever moved. */
export function listTokenMeasures(db: EvmDb, standards: readonly number[]): Promise<TokenMeasures[]> {
  return db
    .selectFrom("token")
    .innerJoin("contract", "contract.address_id", "token.token_id")
    .select(["token.token_id as id", "token.supply", "contract.decimals", "contract.asks_node"])
    .where("contract.standard", "in", setOf(standards))
    .execute();
}

/** How many transfers each token has from a position on, by its id. */
export async function countTransfersFrom(db: EvmDb, from: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom("token_transfer")
    .select(["token_id", rowCount.as("count")])
    .where("position", ">=", from)
    .groupBy("token_id")
    .execute();
  return new Map(rows.map(({ token_id, count }) => [token_id, count]));
}

/** Tokens by their ids, in that order. */
export async function readListed(db: EvmDb, ids: readonly number[]): Promise<ListedContract[]> {
  const rows = await listed(db).where("token.token_id", "in", numberSetOf(ids)).execute();
  const byId = new Map(rows.map((row) => [row.address_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** A place in the order of creation. */
export type CreationCursor = Pick<ContractTable, "address_id" | "created_position">;

interface CreationPage {
  after: CreationCursor | undefined;
  limit: number;
  order: "asc" | "desc";
}

/**
 * Contracts in the order of their creation, those whose creation is not known last; of some standards, or all that have
 * a creation.
 */
export async function listContractsByAge(
  db: EvmDb,
  standards: readonly number[] | undefined,
  { after, limit, order }: CreationPage,
): Promise<ListedContract[]> {
  if (standards === undefined) return listCreated(db, undefined, { after, limit, order });
  const lists = standards.map(
    (standard) => (last: ListedContract | undefined, most: number) =>
      listOfStandard(db, standard, { after: last ?? after, limit: most, order }),
  );
  return mergeLists(lists, { compare: (a, b) => compareCreations(a, b, order), limit });
}

async function listOfStandard(db: EvmDb, standard: number, page: CreationPage): Promise<ListedContract[]> {
  const { after, limit } = page;
  const created =
    after === undefined || after.created_position !== null ? await listCreated(db, standard, page) : [];
  if (created.length === limit) return created;
  const isAfterUnknown = after !== undefined && after.created_position === null;
  let unknown = contracts(db)
    .where("contract.standard", "=", standard)
    .where("contract.created_position", "is", null);
  if (isAfterUnknown) unknown = unknown.where("contract.address_id", "<", after.address_id);
  const rest = await unknown
    // The same in all rows. PostgreSQL reads them in the index's order only if it is named.
    .orderBy("contract.created_position", "desc")
    .orderBy("contract.address_id", "desc")
    .limit(limit - created.length)
    .execute();
  return [...created, ...rest.map(presentRow)];
}

async function listCreated(
  db: EvmDb,
  standard: number | undefined,
  { after, limit, order }: CreationPage,
): Promise<ListedContract[]> {
  let query = contracts(db).where("contract.created_position", "is not", null);
  if (standard !== undefined) query = query.where("contract.standard", "=", standard);
  if (after !== undefined)
    query = query.where(
      tupleIs(CREATION, order === "desc" ? "<" : ">", [after.created_position, after.address_id]),
    );
  const rows = await query.orderBy(CREATION[0], order).orderBy(CREATION[1], order).limit(limit).execute();
  return rows.map(presentRow);
}

const CREATION = ["contract.created_position", "contract.address_id"] as const;

function contracts(db: EvmDb) {
  return db
    .selectFrom("contract")
    .innerJoin("address", "address.id", "contract.address_id")
    .leftJoin("token", "token.token_id", "contract.address_id")
    .selectAll("contract")
    .select(["address.bytes as address", "token.transfers", "token.holders", "token.supply"]);
}

type Unlisted = ContractTable & { address: Uint8Array } & {
  [K in "transfers" | "holders" | "supply"]: TokenTable[K] | null;
};

function presentRow(row: Unlisted): ListedContract {
  return { ...row, transfers: row.transfers ?? 0, holders: row.holders ?? 0 };
}

function compareCreations(a: CreationCursor, b: CreationCursor, order: "asc" | "desc"): number {
  const one = a.created_position;
  const other = b.created_position;
  if (one === null || other === null) {
    if (one !== other) return one === null ? 1 : -1;
    return b.address_id - a.address_id;
  }
  const sign = order === "desc" ? -1 : 1;
  return sign * (one - other || a.address_id - b.address_id);
}
