import { z } from "zod";
import { route } from "../route";
import { PRIMARY_NETWORK_TX_TYPES, pChainTransaction } from "./p-chain";
import {
  blockchainIdParameter,
  endTimestampParameter,
  idParameter,
  listParameter,
  networkParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
  startTimestampParameter,
} from "./parameters";
import { primaryNetworkChainInfo } from "./primary-network";

const tag = "Primary Network Transactions";

export const listPChainTransactionsResponse = z
  .object({
    nextPageToken: z.string().optional(),
    transactions: z.array(pChainTransaction),
    chainInfo: primaryNetworkChainInfo,
  })
  .meta({ id: "ListPChainTransactionsResponse" });

export const listLatestPrimaryNetworkTransactions = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/transactions",
  operationId: "listLatestPrimaryNetworkTransactions",
  tag,
  summary: "List latest transactions",
  description:
    "Transactions of the accepted blocks of one Primary Network chain; those of its genesis are found by id only. txTypes and timestamps need addresses or l1ValidationId. A page ends early when its transactions hold more than 2,000 UTXOs; only a missing nextPageToken is the end.",
  params: z.object({ network: networkParameter, blockchainId: blockchainIdParameter }),
  query: z.object({
    addresses: z
      .string()
      .min(1)
      .describe(
        "up to 64 bech32 addresses with the network's prefix, comma separated, each with P- or X- before it or without",
      )
      .optional(),
    l1ValidationId: idParameter("an L1 validation id").optional(),
    txTypes: listParameter(
      PRIMARY_NETWORK_TX_TYPES,
      "names of transaction types such as BaseTx, repeated or comma separated",
    ).optional(),
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: idParameter(
      "(Firn's own, sortOrder desc only) the transaction after which the list starts",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
    sortOrder: sortOrderParameter,
  }),
  response: listPChainTransactionsResponse,
});

export const getTxByHash = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/transactions/{txHash}",
  operationId: "getTxByHash",
  tag,
  summary: "Get transaction",
  params: z.object({
    network: networkParameter,
    blockchainId: blockchainIdParameter,
    txHash: idParameter("a transaction id"),
  }),
  query: z.object({}),
  response: pChainTransaction,
});

export type ListPChainTransactionsResponse = z.infer<typeof listPChainTransactionsResponse>;
