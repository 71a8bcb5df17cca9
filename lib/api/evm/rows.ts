import { readParties } from "../../store/queries/evm/address";
import { findNfts } from "../../store/queries/evm/by-key";
import { readFailures } from "../../store/queries/evm/failure";
import type { ActivityItem } from "../../store/queries/evm/list-items";
import { readBlocks, readTransactions, readTransfers } from "../../store/queries/evm/transaction";
import { eventItem, heightOf } from "../../store/rows/columns";
import type { EvmTransactionTable, InternalTransactionTable } from "../../store/tables/evm/chain";
import type { TokenTransferTable } from "../../store/tables/evm/tokens";
import type { EvmContext } from "../handler";
import { nftKey } from "../present/evm/token";
import type { EvmRows } from "../present/evm/transaction";
import { loadNftTexts, type NftTexts } from "../tokens/nft-texts";

/** Rows that a page presents: transactions, calls or token transfers. */
interface Needs {
  transactions?: readonly EvmTransactionTable[];
  internals?: readonly InternalTransactionTable[];
  transfers?: readonly TokenTransferTable[];
  /** Transfers that are presented without the texts of NFTs. */
  bareTransfers?: readonly TokenTransferTable[];
}

/** Loads the blocks, transactions, addresses and tokens that the rows of a page refer to, in a few queries. */
export async function loadEvmRows(
  context: EvmContext,
  { transactions = [], internals = [], transfers = [], bareTransfers = [] }: Needs,
): Promise<EvmRows> {
  const { db, evmChainId } = context;
  const known = new Map(transactions.map((row) => [row.position, row]));
  const missing = [...internals, ...transfers, ...bareTransfers]
    .map(({ position }) => position)
    .filter((at) => !known.has(at));
  const [read, found] = await Promise.all([
    readTransactions(db, missing),
    readBlocks(db, [...known.keys(), ...missing].map(heightOf)),
  ]);
  for (const row of read) known.set(row.position, row);
  const blocks = new Map(found.map((block) => [block.height, block]));
  const failed = [...known.values()].filter(({ status }) => status === 0).map(({ position }) => position);
  const failures = new Map((await readFailures(db, failed)).map((row) => [row.position, row]));
  const parties = await readParties(db, [
    ...[...failures.values()].map(({ address_id }) => address_id),
    ...[...known.values()].flatMap(({ from_id, to_id, created_id }) => [from_id, to_id, created_id]),
    ...internals.flatMap(({ from_id, to_id }) => [from_id, to_id]),
    ...[...transfers, ...bareTransfers].flatMap(({ token_id, from_id, to_id }) => [token_id, from_id, to_id]),
  ]);
  const nfts = await loadMovedNfts(context, transfers);
  return { evmChainId, terms: context, blocks, transactions: known, parties, failures, nfts };
}

/** Token transfers named by activity rows, in the same order. */
export async function readEvents(
  { db }: Pick<EvmContext, "db">,
  items: readonly ActivityItem[],
): Promise<TokenTransferTable[]> {
  const all = await readTransfers(
    db,
    items.map(({ position }) => position),
  );
  const placed = new Map(all.map((row) => [`${row.position}/${eventItem(row.log_index, row.item)}`, row]));
  return items.flatMap(({ position, item }) => placed.get(`${position}/${item}`) ?? []);
}

async function loadMovedNfts(
  { db }: Pick<EvmContext, "db">,
  transfers: readonly TokenTransferTable[],
): Promise<Map<string, NftTexts>> {
  const moved = transfers.flatMap(({ token_id, token_number }) =>
    token_number === null ? [] : [{ tokenId: token_id, number: token_number }],
  );
  const nfts = await findNfts(db, moved);
  const texts = await loadNftTexts(
    db,
    nfts.map(({ id }) => id),
  );
  return new Map(
    nfts.flatMap(({ id, token_id, token_number }) => {
      const found = texts.get(id);
      return found === undefined ? [] : [[nftKey(token_id, token_number), found] as const];
    }),
  );
}
