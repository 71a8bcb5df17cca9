import { api, servedNetwork } from "@/app/server";
import type { TxListParams } from "@/components/list/list-params";
import {
  type ListPChainTransactionsResponse,
  listPChainTransactions,
} from "@/lib/contract/data/primary-network-transactions";
import { fillRoute } from "@/lib/contract/route";

/** A page of transactions and the path under which this origin serves it and what follows. */
export interface TxListPage {
  page: ListPChainTransactionsResponse;
  path: string;
}

/** Transactions at a position, newest first. @throws FirnError */
export async function readTxs(
  position: TxListParams,
  pageSize: number,
  pageToken?: string,
): Promise<TxListPage> {
  const request = {
    params: { network: await servedNetwork(), blockchainId: "p-chain" },
    query: {
      before: position.before,
      addresses: position.addresses?.join(","),
      txTypes: position.types,
      l1ValidationId: position.l1ValidationId,
      pageSize,
      pageToken,
    },
  };
  const page = await api().get(listPChainTransactions, request);
  return { page, path: fillRoute(listPChainTransactions, request) };
}
