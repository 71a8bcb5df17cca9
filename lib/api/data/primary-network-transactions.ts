import { isAvax } from "../../avalanche/avax";
import { formatId, parseId } from "../../avalanche/ids";
import type * as contract from "../../contract/data/primary-network-transactions";
import { InputError } from "../../errors";
import { findAsset } from "../../store/queries/asset";
import { findTx } from "../../store/queries/tx";
import type { Handler } from "../handler";
import { CHAINS, type Chain } from "../request/chains";
import { requireChain, requireNetwork, requireXChain } from "../request/network";
import { txTypeIds } from "../request/tx-types";
import { listFiltered, readStart, type TxListQuery } from "../transactions/filtered-list";
import { takeTxPage } from "../transactions/tx-list";
import { READ_TXS } from "../transactions/txs";

export const listLatestPrimaryNetworkTransactions: Handler<
  typeof contract.listLatestPrimaryNetworkTransactions
> = ({ params, query, read }) =>
  read(async (context) => {
    requireNetwork(context.network, params.network);
    const chain = requireChain(context.network, params.blockchainId);
    requireFilter(chain, query);
    return listFiltered(context, chain, query);
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

/** Endpoint 2, rule 1: types and times need another filter beside them. */
function requireFilter(chain: Chain, query: TxListQuery): void {
  if (query.addresses !== undefined || query.l1ValidationId !== undefined) return;
  const given = (["txTypes", "startTimestamp", "endTimestamp"] as const).find(
    (name) => query[name] !== undefined,
  );
  if (given === undefined) return;
  const beside = chain === CHAINS.p ? "addresses or l1ValidationId" : "addresses";
  throw new InputError("BAD_PARAMETER", `${given} needs ${beside} beside it`);
}
