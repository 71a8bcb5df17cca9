import { toHex } from "../../avalanche/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/primary-network-transactions";
import { InputError } from "../../errors";
import { CHAIN } from "../../store/columns";
import { rangeOfTimes } from "../../store/queries/block";
import { findAddresses } from "../../store/queries/by-key";
import { findValidation } from "../../store/queries/l1-validator";
import { after } from "../../store/queries/position";
import { findTx, listTxs } from "../../store/queries/tx";
import { countUtxos } from "../../store/queries/utxo";
import type { Handler, HandlerRequest, RequestContext } from "../handler";
import { readAddresses, requireChain, requireNetwork } from "../network";
import { readPTxFacts } from "../p-facts";
import { pTxTypeIds } from "../p-tx-types";
import { takePage } from "../page";
import { presentPTransaction } from "../present/p-transaction";

/** UTXOs on a page beyond which it ends early. */
const UTXO_BUDGET = 2_000;

type ListRequest = HandlerRequest<typeof contract.listLatestPrimaryNetworkTransactions>;

export const listLatestPrimaryNetworkTransactions: Handler<
  typeof contract.listLatestPrimaryNetworkTransactions
> = ({ params, query, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const chainName = requireChain(context.network, params.blockchainId, ["p-chain"]);
    requireFilter(query);
    const { db, dialect } = context;
    const filters = readFilters(context, query);
    const page = await takePage({
      tokens: context.pageTokens,
      token: query.pageToken,
      canonical: { endpoint: "transactions", chainName, ...canonicalOf(filters), dialect: dialect.name },
      start: await readStart(context, query),
      pageSize: query.pageSize,
      list: async (cursor, limit) => listPage(context, filters, { cursor, limit }),
      cursorOf: (position) => position,
      fit: async (positions) => fitBudget(positions, await countUtxos(db, CHAIN.p, positions)),
    });
    const facts = await readPTxFacts(context, page.rows);
    return {
      nextPageToken: page.nextPageToken,
      transactions: facts.map((one) => presentPTransaction(one, context)),
      chainInfo: { chainName, network: context.network.servedAs },
    };
  });

export const getTxByHash: Handler<typeof contract.getTxByHash> = ({ params, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    requireChain(context.network, params.blockchainId, ["p-chain"]);
    const txId = parseId(params.txHash);
    const row = await findTx(context.db, CHAIN.p, txId);
    const [facts] = row === undefined ? [] : await readPTxFacts(context, [row.position]);
    if (facts === undefined)
      throw new InputError("NOT_FOUND", `no P-Chain transaction ${formatId(txId)} is indexed`);
    return presentPTransaction(facts, context);
  });

/** Endpoint 2, rule 1: types and times can't be asked of everything. */
function requireFilter(query: ListRequest["query"]): void {
  if (query.addresses !== undefined || query.l1ValidationId !== undefined) return;
  const given = (["txTypes", "startTimestamp", "endTimestamp"] as const).find(
    (name) => query[name] !== undefined,
  );
  if (given === undefined) return;
  throw new InputError("BAD_PARAMETER", `${given} needs addresses or l1ValidationId beside it`);
}

interface Filters {
  addresses: Uint8Array[] | undefined;
  validationId: Uint8Array | undefined;
  typeIds: number[] | undefined;
  start: number | undefined;
  end: number | undefined;
  order: "asc" | "desc";
}

function readFilters(context: RequestContext, query: ListRequest["query"]): Filters {
  const { addresses, l1ValidationId, txTypes } = query;
  return {
    addresses: addresses === undefined ? undefined : readAddresses(context.network, addresses),
    validationId: l1ValidationId === undefined ? undefined : parseId(l1ValidationId),
    typeIds: txTypes === undefined ? undefined : pTxTypeIds(context.dialect, txTypes),
    start: query.startTimestamp,
    end: query.endTimestamp,
    order: query.sortOrder,
  };
}

/** The same list has the same filters, however they were written. */
function canonicalOf(filters: Filters) {
  return {
    addresses: filters.addresses?.map(toHex).sort(),
    validationId: filters.validationId && toHex(filters.validationId),
    typeIds: filters.typeIds?.join(),
    start: filters.start,
    end: filters.end,
    order: filters.order,
  };
}

/** Where a list without token starts: behind the transaction that `before` names. */
async function readStart(context: RequestContext, query: ListRequest["query"]): Promise<number | undefined> {
  if (query.before === undefined) return undefined;
  if (query.sortOrder === "asc")
    throw new InputError("BAD_PARAMETER", "before goes with sortOrder desc only");
  const row = await findTx(context.db, CHAIN.p, parseId(query.before));
  if (row !== undefined) return row.position;
  throw new InputError(
    "BAD_PARAMETER",
    `before must be the id of an indexed transaction, not ${query.before}`,
  );
}

async function listPage(
  { db }: RequestContext,
  filters: Filters,
  page: { cursor: number | undefined; limit: number },
): Promise<number[]> {
  const { addresses, validationId, typeIds } = filters;
  const validation = validationId === undefined ? undefined : await findValidation(db, validationId);
  if (validationId !== undefined && validation === undefined) return [];
  const range = await rangeOfTimes(db, CHAIN.p, filters);
  // Addresses never seen on chain have no id.
  const idsOf = async (bytes: readonly Uint8Array[]) => (await findAddresses(db, bytes)).map(({ id }) => id);
  return listTxs(db, {
    chain: CHAIN.p,
    range: after(range, page.cursor),
    limit: page.limit,
    ...(typeIds === undefined ? {} : { typeIds }),
    ...(addresses === undefined ? {} : { addressIds: await idsOf(addresses) }),
    ...(validation === undefined ? {} : { validation: validation.id }),
  });
}

/** How many of the transactions fit the budget: those before it runs out, and the first whatever its size. */
function fitBudget(positions: readonly number[], counts: ReadonlyMap<number, number>): number {
  let utxos = 0;
  const over = positions.findIndex((position) => {
    utxos += counts.get(position) ?? 0;
    return utxos > UTXO_BUDGET;
  });
  return over === -1 ? positions.length : Math.max(1, over);
}
