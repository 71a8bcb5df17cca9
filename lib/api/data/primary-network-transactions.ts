import { isAvax } from "../../avalanche/avax";
import { toHex } from "../../avalanche/codec/bytes";
import { formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/primary-network-transactions";
import { InputError } from "../../errors";
import { findAsset } from "../../store/queries/asset";
import { findAddresses } from "../../store/queries/by-key";
import { findValidation } from "../../store/queries/l1-validator";
import { findTx } from "../../store/queries/tx";
import type { Handler, HandlerRequest, RequestContext } from "../handler";
import { CHAINS, type Chain } from "../request/chains";
import { readAddresses, requireChain, requireNetwork, requireXChain } from "../request/network";
import { txTypeIds } from "../request/tx-types";
import { takeTxPage } from "../transactions/tx-list";
import { READ_TXS } from "../transactions/txs";

type ListRequest = HandlerRequest<typeof contract.listLatestPrimaryNetworkTransactions>;

export const listLatestPrimaryNetworkTransactions: Handler<
  typeof contract.listLatestPrimaryNetworkTransactions
> = ({ params, query, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const chain = requireChain(context.network, params.blockchainId);
    requireFilter(chain, query);
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
  });

export const listAssetTransactions: Handler<typeof contract.listAssetTransactions> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    const { db, network, dialect } = context;
    requireNetwork(network, params.network);
    const chain = requireXChain(network, params.blockchainId);
    const assetId = parseId(params.assetId);
    const asset = await findAsset(db, assetId);
    if (asset === undefined) throw new InputError("NOT_FOUND", `no asset ${formatId(assetId)} is indexed`);
    const { rows, nextPageToken } = await takeTxPage(context, {
      chain,
      filter: {
        // Every X-Chain transaction moves AVAX, so a filter by AVAX matches all.
        ...(isAvax(network, assetId) ? {} : { asset: asset.id }),
        ...(query.txTypes === undefined ? {} : { typeIds: txTypeIds(chain, dialect, query.txTypes) }),
      },
      times: { start: query.startTimestamp, end: query.endTimestamp, order: "desc" },
      canonical: { endpoint: "assetTransactions", asset: asset.id },
      token: query.pageToken,
      start: await readStart(context, chain, query),
      pageSize: query.pageSize,
    });
    return {
      nextPageToken,
      transactions: await READ_TXS.x(context, rows),
      chainInfo: { chainName: chain.name, network: network.servedAs },
    };
  });

export const getTxByHash: Handler<typeof contract.getTxByHash> = ({ params, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const chain = requireChain(context.network, params.blockchainId);
    const txId = parseId(params.txHash);
    const row = await findTx(context.db, chain.code, txId);
    const [body] = row === undefined ? [] : await READ_TXS[chain.letter](context, [row.position]);
    if (body !== undefined) return body;
    const hint =
      chain === CHAINS.c
        ? {
            hint: "this path has the C-Chain's atomic transactions; its EVM transactions are under /v1/chains",
          }
        : {};
    throw new InputError("NOT_FOUND", `no ${chain.title} transaction ${formatId(txId)} is indexed`, hint);
  });

/** Endpoint 2, rule 1: types and times need another filter beside them, and only P has validations. */
function requireFilter(chain: Chain, query: ListRequest["query"]): void {
  if (query.l1ValidationId !== undefined && chain !== CHAINS.p)
    throw new InputError("BAD_PARAMETER", `l1ValidationId goes with p-chain only, not ${chain.name}`);
  if (query.addresses !== undefined || query.l1ValidationId !== undefined) return;
  const given = (["txTypes", "startTimestamp", "endTimestamp"] as const).find(
    (name) => query[name] !== undefined,
  );
  if (given === undefined) return;
  const beside = chain === CHAINS.p ? "addresses or l1ValidationId" : "addresses";
  throw new InputError("BAD_PARAMETER", `${given} needs ${beside} beside it`);
}

/** What the list contains. The same list has the same canonical form, however its filters are written. */
async function readFilter(context: RequestContext, chain: Chain, query: ListRequest["query"]) {
  const { db, network, dialect } = context;
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
async function readStart(
  context: RequestContext,
  chain: Chain,
  query: Partial<Pick<ListRequest["query"], "before" | "sortOrder">>,
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
