import { z } from "zod";
import { narrow, route } from "../route";
import { cChainTransaction } from "./c-chain";
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
import { xChainTransaction } from "./x-chain";

const tag = "Primary Network Transactions";

/** A page of transactions of one shape. */
function pageOf<T extends z.ZodType>(transaction: T) {
  return z.object({
    nextPageToken: z.string().optional(),
    transactions: z.array(transaction),
    chainInfo: primaryNetworkChainInfo,
  });
}

export const listPChainTransactionsResponse = pageOf(pChainTransaction).meta({
  id: "ListPChainTransactionsResponse",
});
export const listXChainTransactionsResponse = pageOf(xChainTransaction).meta({
  id: "ListXChainTransactionsResponse",
});
export const listCChainTransactionsResponse = pageOf(cChainTransaction).meta({
  id: "ListCChainAtomicTransactionsResponse",
});

const txTypesParameter = listParameter(
  PRIMARY_NETWORK_TX_TYPES,
  "names of transaction types such as BaseTx, repeated or comma separated",
).optional();

export const listLatestPrimaryNetworkTransactions = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/transactions",
  operationId: "listLatestPrimaryNetworkTransactions",
  tag,
  summary: "List latest transactions",
  description:
    "Accepted transactions of one Primary Network chain (for the C-Chain, atomic transactions). Genesis transactions are found by id only. txTypes and timestamps need addresses or l1ValidationId. A page ends early if its transactions have more than 2,000 UTXOs; only a missing nextPageToken means the end.",
  params: z.object({ network: networkParameter, blockchainId: blockchainIdParameter }),
  query: z.object({
    addresses: z
      .string()
      .min(1)
      .describe(
        "up to 64 bech32 addresses with the network's prefix, comma separated, each with P-, X- or C- before it or without; on c-chain also 0x and 40 hex digits",
      )
      .optional(),
    l1ValidationId: idParameter("an L1 validation id").optional(),
    txTypes: txTypesParameter,
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: idParameter(
      "(Firn's own, sortOrder desc only) the transaction after which the list starts",
    ).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
    sortOrder: sortOrderParameter,
  }),
  response: z.union([
    listPChainTransactionsResponse,
    listXChainTransactionsResponse,
    listCChainTransactionsResponse,
  ]),
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
  response: z.union([pChainTransaction, xChainTransaction, cChainTransaction]),
});

export const listAssetTransactions = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/assets/{assetId}/transactions",
  operationId: "listAssetTransactions",
  tag,
  summary: "List asset transactions",
  description:
    "X-Chain transactions that consume, produce or create an asset, newest first. A page ends early if its transactions have more than 2,000 UTXOs; only a missing nextPageToken means the end.",
  params: z.object({
    network: networkParameter,
    blockchainId: blockchainIdParameter,
    assetId: idParameter("an asset id"),
  }),
  query: z.object({
    txTypes: txTypesParameter,
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: idParameter("(Firn's own) the transaction after which the list starts").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: listXChainTransactionsResponse,
});

export const listActivePrimaryNetworkStakingTransactions = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/transactions:listStaking",
  operationId: "listActivePrimaryNetworkStakingTransactions",
  tag,
  summary: "List staking transactions",
  description:
    "P-Chain transactions whose stake has not been returned: of running and pending validators and delegators, including those of the genesis. With addresses, those that consume or produce an output of one of them. All pages of a list show the stakes at its first page.",
  params: z.object({ network: networkParameter, blockchainId: blockchainIdParameter }),
  query: z.object({
    addresses: z
      .string()
      .min(1)
      .describe(
        "up to 64 bech32 addresses with the network's prefix, comma separated, each with P- or X- before it or without",
      )
      .optional(),
    txTypes: txTypesParameter,
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: idParameter("(Firn's own) the staking transaction after which the list starts").optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
    sortOrder: sortOrderParameter,
  }),
  response: listPChainTransactionsResponse,
});

/** The routes of several chains for one chain, for callers that name the chain and so know the shape. */
export const listPChainTransactions = narrow(
  listLatestPrimaryNetworkTransactions,
  listPChainTransactionsResponse,
);
export const listXChainTransactions = narrow(
  listLatestPrimaryNetworkTransactions,
  listXChainTransactionsResponse,
);
export const listCChainTransactions = narrow(
  listLatestPrimaryNetworkTransactions,
  listCChainTransactionsResponse,
);
export const getPChainTransaction = narrow(getTxByHash, pChainTransaction);
export const getXChainTransaction = narrow(getTxByHash, xChainTransaction);
export const getCChainTransaction = narrow(getTxByHash, cChainTransaction);
