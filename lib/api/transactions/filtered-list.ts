import { toHex } from "../../avalanche/codec/bytes";
import { parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/primary-network-transactions";
import type { RouteBody, RouteValues } from "../../contract/route";
import { InputError } from "../../errors";
import { findAddresses } from "../../store/queries/by-key";
import { findValidation } from "../../store/queries/l1-validator";
import { findTx } from "../../store/queries/tx";
import type { RequestContext } from "../handler";
import { CHAINS, type Chain } from "../request/chains";
import { readAddresses } from "../request/network";
import { txTypeIds } from "../request/tx-types";
import { takeTxPage } from "./tx-list";
import { READ_TXS } from "./txs";

type ListRoute = typeof contract.listLatestPrimaryNetworkTransactions;
export type TxListQuery = RouteValues<ListRoute>["query"];

/** A page of a chain's transactions, by any of its filters. @throws InputError */
export async function listFiltered(
  context: RequestContext,
  chain: Chain,
  query: TxListQuery,
): Promise<RouteBody<ListRoute>> {
  const { filter, canonical } = await readFilter(context, chain, query);
  const { rows, nextPageToken } = await takeTxPage(context, {
    chain,
    filter,
    times: { start: query.startTimestamp, end: query.endTimestamp, order: query.sortOrder },
    canonical: { endpoint: "transactions", ...canonical },
    token: query.pageToken,
    start: await readStart(context, chain, query),
    pageSize: query.pageSize,
  });
  const chainInfo = { chainName: chain.name, network: context.network.servedAs };
  switch (chain.letter) {
    case "p":
      return { nextPageToken, transactions: await READ_TXS.p(context, rows), chainInfo };
    case "x":
      return { nextPageToken, transactions: await READ_TXS.x(context, rows), chainInfo };
    case "c":
      return { nextPageToken, transactions: await READ_TXS.c(context, rows), chainInfo };
  }
}

/** What the list contains. The same list has the same canonical form, however its filters are written. */
async function readFilter(context: RequestContext, chain: Chain, query: TxListQuery) {
  const { db, network, dialect } = context;
  if (query.l1ValidationId !== undefined && chain !== CHAINS.p)
    throw new InputError("BAD_PARAMETER", `l1ValidationId goes with p-chain only, not ${chain.name}`);
  const addresses =
    query.addresses === undefined ? undefined : readAddresses(network, chain, query.addresses);
  const validationId = query.l1ValidationId === undefined ? undefined : parseId(query.l1ValidationId);
  const validation = validationId && (await findValidation(db, validationId));
  return {
    filter: {
      ...(query.txTypes === undefined ? {} : { typeIds: txTypeIds(chain, dialect, query.txTypes) }),
      // Addresses never seen on chain have no id.
      ...(addresses === undefined
        ? {}
        : { addressIds: (await findAddresses(db, addresses)).map(({ id }) => id) }),
      ...(validationId === undefined ? {} : { validation: validation?.id ?? NO_VALIDATION }),
    },
    canonical: {
      addresses: addresses?.map(toHex).sort(),
      validationId: validationId && toHex(validationId),
    },
  };
}

/** Row ids begin at 1, so this one matches nothing. It is used for unknown validations. */
const NO_VALIDATION = 0;

/** Where a list without a token starts: after the transaction named by `before`. */
export async function readStart(
  context: RequestContext,
  chain: Chain,
  query: Partial<Pick<TxListQuery, "before" | "sortOrder">>,
): Promise<number | undefined> {
  if (query.before === undefined) return undefined;
  if (query.sortOrder === "asc")
    throw new InputError("BAD_PARAMETER", "before goes with sortOrder desc only");
  const row = await findTx(context.db, chain.code, parseId(query.before));
  if (row !== undefined) return row.position;
  throw new InputError(
    "BAD_PARAMETER",
    `before must be the id of an indexed transaction, not ${query.before}`,
  );
}
