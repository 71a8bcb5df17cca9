import { api } from "@/app/server";
import type { TxListParams } from "@/components/list/list-params";
import type { ListedTx } from "@/components/list/tx/tx-facts";
import { CHAINS, type Chain } from "@/components/ui/chains";
import {
  searchCChainTransactions,
  searchPChainTransactions,
  searchXChainTransactions,
} from "@/lib/contract/firn/primary-network-transactions";
import { fillRoute } from "@/lib/contract/route";

/** A page of transactions, and the path on this origin that serves it and the next ones. */
export interface TxListPage {
  page: { nextPageToken?: string | undefined; transactions: readonly ListedTx[] };
  path: string;
}

/** Transactions of a chain at a position, newest first. Of the C-Chain these are the atomic ones. @throws FirnError */
export async function readTxs(
  chain: Chain,
  position: TxListParams,
  { pageSize, pageToken }: { pageSize: number; pageToken?: string | undefined },
): Promise<TxListPage> {
  const request = {
    params: { blockchainId: CHAINS[chain].apiName },
    query: {
      before: position.before,
      addresses: position.addresses?.join(","),
      txTypes: position.types,
      l1ValidationId: position.l1ValidationId,
      startTimestamp: position.from,
      endTimestamp: position.to,
      pageSize,
      pageToken,
    },
  };
  const path = fillRoute(searchPChainTransactions, request);
  if (chain === "p") return { page: await api().get(searchPChainTransactions, request), path };
  if (chain === "x") return { page: await api().get(searchXChainTransactions, request), path };
  return { page: await api().get(searchCChainTransactions, request), path };
}
