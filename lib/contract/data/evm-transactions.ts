import { z } from "zod";
import { route } from "../route";
import {
  currencyParameter,
  endBlockParameter,
  evmAddressParameter,
  evmBlockIdParameter,
  evmChainIdParameter,
  evmNetworkParameter,
  evmTxHashParameter,
  fullNativeTransaction,
  internalTransaction,
  internalTransactionDetails,
  nativeTransaction,
  networkTokenDetails,
  positionParameter,
  startBlockParameter,
  teleporterMessageInfo,
} from "./evm";
import {
  erc20Token,
  erc20Transfer,
  erc20TransferDetails,
  erc721Transfer,
  erc721TransferDetails,
  erc1155Transfer,
  erc1155TransferDetails,
  tokenReputation,
} from "./evm-tokens";
import {
  booleanParameter,
  endTimestampParameter,
  integerParameter,
  pageSizeParameter,
  pageTokenParameter,
  sortOrderParameter,
  startTimestampParameter,
} from "./parameters";

const TAG = "EVM Transactions";
const chain = z.object({ chainId: evmChainIdParameter });
const chainAndAddress = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });
const paging = { pageToken: pageTokenParameter.optional(), pageSize: pageSizeParameter() };
/** Query of lists by address and by token. */
const listed = {
  startBlock: startBlockParameter,
  endBlock: endBlockParameter,
  before: positionParameter,
  ...paging,
};
const statusParameter = z.enum(["failed", "success"]).describe("failed or success").optional();

/** One page of a list, under one name. */
function pageOf<T extends z.ZodType>(id: string, item: T) {
  return z.object({ nextPageToken: z.string().optional(), transactions: z.array(item) }).meta({ id });
}

/** Like `pageOf`, for a list by address, with a position for links that stay valid. */
function pageWithPositionOf<T extends z.ZodType>(id: string, item: T) {
  return placedPage(item).meta({ id });
}

function placedPage<T extends z.ZodType>(item: T) {
  return z.object({
    nextPageToken: z.string().optional(),
    nextBefore: z.string().optional(),
    transactions: z.array(item),
  });
}

/** Firn's own: true if the node has not traced the block, so that inner calls are unknown; otherwise absent. */
export const untraced = z.literal(true).optional();

/** One transaction with everything that happened in it. Empty lists are left out. */
export const transactionDetail = z
  .object({
    erc20Transfers: z.array(erc20TransferDetails).optional(),
    erc721Transfers: z.array(erc721TransferDetails).optional(),
    erc1155Transfers: z.array(erc1155TransferDetails).optional(),
    internalTransactions: z.array(internalTransactionDetails).optional(),
    untraced,
    networkTokenDetails,
    nativeTransaction: fullNativeTransaction,
    teleporterMessageInfo: teleporterMessageInfo.optional(),
  })
  .meta({ id: "GetTransactionResponse" });
export type TransactionDetail = z.infer<typeof transactionDetail>;

export const getTransaction = route({
  method: "get",
  path: "/v1/chains/{chainId}/transactions/{txHash}",
  operationId: "getTransaction",
  tag: TAG,
  summary: "Get transaction",
  params: z.object({ chainId: evmChainIdParameter, txHash: evmTxHashParameter }),
  query: z.object({}),
  response: transactionDetail,
});

export const getDeploymentTransaction = route({
  method: "get",
  path: "/v1/chains/{chainId}/contracts/{address}/transactions:getDeployment",
  operationId: "getDeploymentTransaction",
  tag: TAG,
  summary: "Get deployment transaction",
  params: chainAndAddress,
  query: z.object({ currency: currencyParameter }),
  response: transactionDetail,
});

export const listNativeTransactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listNative",
  operationId: "listNativeTransactions",
  tag: TAG,
  summary: "List native transactions",
  description: "Transactions that an address sent or received, newest first.",
  params: chainAndAddress,
  query: z.object({ ...listed }),
  response: pageWithPositionOf("ListNativeTransactionsResponse", nativeTransaction),
});

export const listInternalTransactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listInternals",
  operationId: "listInternalTransactions",
  tag: TAG,
  summary: "List internal transactions",
  description: "Calls with value and contract creations inside transactions, newest block first.",
  params: chainAndAddress,
  query: z.object({ ...listed }),
  response: placedPage(internalTransaction)
    .extend({
      /** Firn's own: calls in some blocks up to this one may be missing, because the node has not traced them yet. */
      untracedTo: z.string().optional(),
    })
    .meta({ id: "ListInternalTransactionsResponse" }),
});

export const listErc20Transactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listErc20",
  operationId: "listErc20Transactions",
  tag: TAG,
  summary: "List ERC-20 transfers",
  params: chainAndAddress,
  query: z.object({ ...listed }),
  response: pageWithPositionOf("ListErc20TransactionsResponse", erc20Transfer),
});

export const listErc721Transactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listErc721",
  operationId: "listErc721Transactions",
  tag: TAG,
  summary: "List ERC-721 transfers",
  params: chainAndAddress,
  query: z.object({ ...listed }),
  response: pageWithPositionOf("ListErc721TransactionsResponse", erc721Transfer),
});

export const listErc1155Transactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listErc1155",
  operationId: "listErc1155Transactions",
  tag: TAG,
  summary: "List ERC-1155 transfers",
  params: chainAndAddress,
  query: z.object({ ...listed }),
  response: pageWithPositionOf("ListErc1155TransactionsResponse", erc1155Transfer),
});

/** A transaction with everything in it that concerns one address. */
export const addressTransaction = z
  .object({
    nativeTransaction,
    erc20Transfers: z.array(erc20TransferDetails).optional(),
    erc721Transfers: z.array(erc721TransferDetails).optional(),
    erc1155Transfers: z.array(erc1155TransferDetails).optional(),
    internalTransactions: z.array(internalTransactionDetails).optional(),
    untraced,
  })
  .meta({ id: "TransactionDetails" });
export type AddressTransaction = z.infer<typeof addressTransaction>;

export const listTransactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions",
  operationId: "listTransactions",
  tag: TAG,
  summary: "List transactions",
  description: "Transactions of an address with its own transfers and internal transactions.",
  params: chainAndAddress,
  query: z.object({ ...listed, sortOrder: sortOrderParameter }),
  response: pageWithPositionOf("ListTransactionDetailsResponse", addressTransaction),
});

/** Like `addressTransaction`, with a reputation of tokens, which is never set here. */
const addressTransactionV2 = addressTransaction
  .extend({
    erc20Transfers: z
      .array(
        erc20TransferDetails
          .extend({ erc20Token: erc20Token.extend({ tokenReputation }).meta({ id: "Erc20TokenV2" }) })
          .meta({ id: "Erc20TransferDetailsV2" }),
      )
      .optional(),
  })
  .meta({ id: "TransactionDetailsV2" });

export const listTransactionsV2 = route({
  method: "get",
  path: "/v2/chains/{chainId}/addresses/{address}/transactions",
  operationId: "listTransactionsV2",
  tag: TAG,
  summary: "List transactions",
  description: "Like its first version. No token is known as spam, so none is left out.",
  params: chainAndAddress,
  query: z.object({
    ...listed,
    sortOrder: sortOrderParameter,
    filterSpamTokens: booleanParameter.optional(),
  }),
  response: pageWithPositionOf("ListTransactionDetailsResponseV2", addressTransactionV2),
});

export const listLatestTransactionsAllChains = route({
  method: "get",
  path: "/v1/transactions",
  operationId: "listLatestTransactionsAllChains",
  tag: TAG,
  summary: "List the latest transactions across all supported EVM chains",
  description: "Newest first; transactions of the same second by EVM chain id.",
  params: z.object({}),
  query: z.object({ network: evmNetworkParameter, status: statusParameter, ...paging }),
  response: pageOf("ListLatestTransactionsResponse", nativeTransaction),
});

/** The same route at its older address. */
export const listAllLatestTransactions = {
  ...listLatestTransactionsAllChains,
  path: "/v1/chains/allTransactions",
  operationId: "listAllLatestTransactions",
  deprecated: true,
};

export const listLatestTransactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/transactions",
  operationId: "listLatestTransactions",
  tag: TAG,
  summary: "List latest transactions",
  params: chain,
  query: z.object({
    status: statusParameter,
    before: evmTxHashParameter.optional().describe("a transaction hash (Firn's own: returns older ones)"),
    ...paging,
  }),
  response: pageOf("ListLatestTransactionsResponse", nativeTransaction),
});

export const getTransactionsForBlock = route({
  method: "get",
  path: "/v1/chains/{chainId}/blocks/{blockId}/transactions",
  operationId: "getTransactionsForBlock",
  tag: TAG,
  summary: "List transactions of a block",
  description: "In the block's order; pageSize 0 returns all.",
  params: z.object({ chainId: evmChainIdParameter, blockId: evmBlockIdParameter }),
  query: z.object({
    after: integerParameter({ min: 0, max: 65_535 })
      .optional()
      .describe("the index of a transaction, from 0 to 65535 (Firn's own: returns later ones)"),
    pageToken: pageTokenParameter.optional(),
    pageSize: integerParameter({ min: 0, max: 100 }).default(0),
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      transactions: z.array(nativeTransaction),
      /** Firn's own: how many transactions of the whole block failed; absent if none did. */
      failedCount: z.int().optional(),
    })
    .meta({ id: "ListBlockTransactionsResponse" }),
});

export const listTransfers = route({
  method: "get",
  path: "/v1/chains/{chainId}/tokens/{address}/transfers",
  operationId: "listTransfers",
  tag: TAG,
  summary: "List transfers of a token",
  description: "All transfers of one token contract, newest first. The times are Firn's own.",
  params: chainAndAddress,
  query: z.object({
    ...listed,
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      nextBefore: z.string().optional(),
      transfers: z.array(z.union([erc20Transfer, erc721Transfer, erc1155Transfer])),
    })
    .meta({ id: "ListTransfersResponse" }),
});
