import { fromHex } from "../../avalanche/codec/bytes";
import * as contract from "../../contract/firn/evm-tx-search";
import { findAddressId } from "../../store/queries/evm/address";
import { searchTransactions as search, type TxFilter } from "../../store/queries/evm/tx-search";
import { heightOf, indexInBlockOf, positionOf } from "../../store/rows/columns";
import { addressOf, canonicalOf } from "../evm/address-page";
import { heightsOfTimes } from "../evm/blocks";
import { presentOutcome, readOutcomes } from "../evm/outcome";
import { loadEvmRows } from "../evm/rows";
import { presentUntraced } from "../evm/traces";
import { requireTransaction } from "../evm/transaction";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import { searchedTo, takeSearchPage } from "../page/search-page";
import { presentNative } from "../present/evm/transaction";

export const searchTransactions: Handler<typeof contract.searchTransactions> = ({ params, query, readEvm }) =>
  readEvm(params.chainId, async (context) => {
    const { before, pageToken, pageSize, ...asked } = query;
    const heights = await heightsOfTimes(context, { start: asked.startTimestamp, end: asked.endTimestamp });
    const filter = await readTxFilter(context, asked);
    const page = await takeSearchPage({
      tokens: context.pageTokens,
      token: pageToken,
      canonical: { ...canonicalOf(context, "searched transactions"), ...asked },
      start: await readTxPlace(context, before),
      pageSize,
      search: async (below, limit) =>
        filter === undefined
          ? { rows: [], next: undefined }
          : search(context.db, {
              filter,
              limit,
              from: positionOf(heights.from, 0),
              below: Math.min(below, positionOf(heights.below, 0)),
            }),
    });
    const { rows, next } = page;
    const outcomes = await readOutcomes(
      context.db,
      rows.filter(({ log_count }) => log_count <= contract.MOST_OUTCOME_EVENTS),
    );
    const bareTransfers = [...outcomes.values()].flatMap(({ shown }) => shown);
    const loaded = await loadEvmRows(context, { transactions: rows, bareTransfers });
    return {
      nextPageToken: page.nextPageToken,
      ...(next !== undefined && { nextBefore: `${heightOf(next)}-${indexInBlockOf(next)}` }),
      searchedTo: searchedTo(page, heightOf),
      transactions: rows.map((row) => {
        const outcome = outcomes.get(row.position);
        return {
          ...presentNative(loaded, row),
          ...presentUntraced(context, heightOf(row.position)),
          ...(outcome && { outcome: presentOutcome(loaded, outcome) }),
        };
      }),
    };
  });

type TxQuery = HandlerRequest<typeof contract.searchTransactions>["query"];

/** Undefined if nothing can match: an address that no transaction names. */
async function readTxFilter(
  { db }: EvmContext,
  { from, to, method, status, minValue }: Omit<TxQuery, "pageSize">,
): Promise<TxFilter | undefined> {
  const idOf = async (address: string | undefined) =>
    address === undefined ? undefined : findAddressId(db, addressOf(address));
  const fromId = await idOf(from);
  const toId = await idOf(to);
  if ((from !== undefined && fromId === undefined) || (to !== undefined && toId === undefined))
    return undefined;
  return {
    fromId,
    toId,
    selectors: method?.split(",").map((selector) => fromHex(selector.toLowerCase())),
    status: status && (status === "success" ? 1 : 0),
    leastValue: minValue === undefined ? undefined : BigInt(minValue),
  };
}

/** The position of a transaction that is named by its hash, or by its block and index; above all without one. */
async function readTxPlace(context: EvmContext, place: string | undefined): Promise<number> {
  if (place === undefined) return Number.MAX_SAFE_INTEGER;
  if (place.startsWith("0x")) return (await requireTransaction(context, place)).position;
  const [height = 0, index = 0] = place.split("-").map(Number);
  return positionOf(height, index);
}
