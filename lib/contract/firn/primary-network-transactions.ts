import { z } from "zod";
import { blockchainIdParameter } from "../data/parameters";
import {
  listCChainTransactionsResponse,
  listLatestPrimaryNetworkTransactions,
  listPChainTransactionsResponse,
  listXChainTransactionsResponse,
} from "../data/primary-network-transactions";
import { narrow, route } from "../route";

export const searchPrimaryNetworkTransactions = route({
  method: "get",
  path: "/firn/v1/blockchains/{blockchainId}/transactions",
  operationId: "firnPrimaryNetworkTransactions",
  tag: "Firn",
  summary: "Search the transactions of a Primary Network chain",
  description:
    "Like the published list (for the C-Chain, atomic transactions), with types and times also without addresses.",
  params: z.object({ blockchainId: blockchainIdParameter }),
  query: listLatestPrimaryNetworkTransactions.query,
  response: listLatestPrimaryNetworkTransactions.response,
});

/** The route for one chain, for callers that name the chain and so know the shape. */
export const searchPChainTransactions = narrow(
  searchPrimaryNetworkTransactions,
  listPChainTransactionsResponse,
);
export const searchXChainTransactions = narrow(
  searchPrimaryNetworkTransactions,
  listXChainTransactionsResponse,
);
export const searchCChainTransactions = narrow(
  searchPrimaryNetworkTransactions,
  listCChainTransactionsResponse,
);
