import { after } from "../../store/queries/position";
import { listTxs, type TxList } from "../../store/queries/tx";
import { txRangesOfTimes } from "../../store/queries/tx-times";
import { countUtxos } from "../../store/queries/utxo";
import type { RequestContext } from "../handler";
import { takePage } from "../page/page";
import type { CanonicalQuery } from "../page/page-token";
import type { Chain } from "../request/chains";

/** UTXOs on a page; a page that would have more ends early. */
const UTXO_BUDGET = 2_000;

/** Which transactions to list, and where to continue. */
export interface TxPageRequest {
  chain: Chain;
  filter: Pick<TxList, "typeIds" | "addressIds" | "validation" | "asset">;
  /** Unix seconds. */
  times: { start: number | undefined; end: number | undefined; order: "asc" | "desc" };
  /** Whatever else identifies the list, besides chain, types, times and order. */
  canonical: CanonicalQuery;
  token: string | undefined;
  /** Position to start after when there is no token. */
  start: number | undefined;
  pageSize: number;
}

/** Positions of one page, and the token of the next. @throws InputError BAD_PAGE_TOKEN */
export async function takeTxPage(
  context: RequestContext,
  request: TxPageRequest,
): Promise<{ rows: number[]; nextPageToken: string | undefined }> {
  const { db } = context;
  const { chain, times, filter } = request;
  return takePage({
    tokens: context.pageTokens,
    token: request.token,
    canonical: {
      ...request.canonical,
      chainName: chain.name,
      typeIds: filter.typeIds?.join(),
      ...times,
      dialect: context.dialect.name,
    },
    start: request.start,
    pageSize: request.pageSize,
    list: async (cursor, limit) => {
      const positions: number[] = [];
      for await (const range of txRangesOfTimes(db, chain.code, times)) {
        const list = { chain: chain.code, range: after(range, cursor), limit: limit - positions.length };
        positions.push(...(await listTxs(db, { ...list, ...filter })));
        if (positions.length === limit) break;
      }
      return positions;
    },
    cursorOf: (position) => position,
    fit: async (positions) => fitBudget(positions, await countUtxos(db, chain.code, positions)),
  });
}

/** How many transactions fit the budget: at least one, whatever its size. */
function fitBudget(positions: readonly number[], counts: ReadonlyMap<number, number>): number {
  let utxos = 0;
  const over = positions.findIndex((position) => {
    utxos += counts.get(position) ?? 0;
    return utxos > UTXO_BUDGET;
  });
  return over === -1 ? positions.length : Math.max(1, over);
}
