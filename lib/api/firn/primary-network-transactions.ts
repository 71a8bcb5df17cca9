import type * as contract from "../../contract/firn/primary-network-transactions";
import type { Handler } from "../handler";
import { requireChain } from "../request/network";
import { listFiltered } from "../transactions/filtered-list";

export const searchPrimaryNetworkTransactions: Handler<typeof contract.searchPrimaryNetworkTransactions> = ({
  params,
  query,
  read,
}) =>
  read(async (context) => {
    return listFiltered(context, requireChain(context.network, params.blockchainId), query);
  });
