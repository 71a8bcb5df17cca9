import { z } from "zod";
import { route } from "../route";
import {
  currencyParameter,
  endBlockParameter,
  evmAddressParameter,
  evmBlockIdParameter,
  evmChainIdParameter,
  evmTxHashParameter,
  fullNativeTransaction,
  internalTransaction,
  internalTransactionDetails,
  nativeTransaction,
  networkTokenDetails,
  startBlockParameter,
  teleporterMessageInfo,
} from "./evm";
import {
  erc20Transfer,
  erc20TransferDetails,
  erc721Transfer,
  erc721TransferDetails,
  erc1155Transfer,
  erc1155TransferDetails,
} from "./evm-tokens";
import { integerParameter, pageSizeParameter, pageTokenParameter, sortOrderParameter } from "./parameters";

const TAG = "EVM Transactions";
const chain = z.object({ chainId: evmChainIdParameter });
const chainAndAddress = z.object({ chainId: evmChainIdParameter, address: evmAddressParameter });
const paging = { pageToken: pageTokenParameter.optional(), pageSize: pageSizeParameter() };
const blocks = { startBlock: startBlockParameter, endBlock: endBlockParameter };
const statusParameter = z.enum(["failed", "success"]).describe("failed or success").optional();

/** A page of a list under one name. */
function pageOf<T extends z.ZodType>(id: string, item: T) {
  return z.object({ nextPageToken: z.string().optional(), transactions: z.array(item) }).meta({ id });
}

/** One transaction with all that happened in it. Lists that are empty are left out. */
export const transactionDetail = z
  .object({
    erc20Transfers: z.array(erc20TransferDetails).optional(),
    erc721Transfers: z.array(erc721TransferDetails).optional(),
    erc1155Transfers: z.array(erc1155TransferDetails).optional(),
    internalTransactions: z.array(internalTransactionDetails).optional(),
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
  query: z.object({ ...blocks, ...paging }),
  response: pageOf("ListNativeTransactionsResponse", nativeTransaction),
});

export const listInternalTransactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listInternals",
  operationId: "listInternalTransactions",
  tag: TAG,
  summary: "List internal transactions",
  description: "Calls with value and makings of contracts inside transactions, newest block first.",
  params: chainAndAddress,
  query: z.object({ ...blocks, ...paging }),
  response: pageOf("ListInternalTransactionsResponse", internalTransaction),
});

export const listErc20Transactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listErc20",
  operationId: "listErc20Transactions",
  tag: TAG,
  summary: "List ERC-20 transfers",
  params: chainAndAddress,
  query: z.object({ ...blocks, ...paging }),
  response: pageOf("ListErc20TransactionsResponse", erc20Transfer),
});

export const listErc721Transactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listErc721",
  operationId: "listErc721Transactions",
  tag: TAG,
  summary: "List ERC-721 transfers",
  params: chainAndAddress,
  query: z.object({ ...blocks, ...paging }),
  response: pageOf("ListErc721TransactionsResponse", erc721Transfer),
});

export const listErc1155Transactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/addresses/{address}/transactions:listErc1155",
  operationId: "listErc1155Transactions",
  tag: TAG,
  summary: "List ERC-1155 transfers",
  params: chainAndAddress,
  query: z.object({ ...blocks, ...paging }),
  response: pageOf("ListErc1155TransactionsResponse", erc1155Transfer),
});

/** A transaction with what of it concerns one address. */
export const addressTransaction = z
  .object({
    nativeTransaction,
    erc20Transfers: z.array(erc20TransferDetails).optional(),
    erc721Transfers: z.array(erc721TransferDetails).optional(),
    erc1155Transfers: z.array(erc1155TransferDetails).optional(),
    internalTransactions: z.array(internalTransactionDetails).optional(),
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
  query: z.object({ ...blocks, sortOrder: sortOrderParameter, ...paging }),
  response: pageOf("ListTransactionDetailsResponse", addressTransaction),
});

export const listLatestTransactions = route({
  method: "get",
  path: "/v1/chains/{chainId}/transactions",
  operationId: "listLatestTransactions",
  tag: TAG,
  summary: "List latest transactions",
  params: chain,
  query: z.object({
    status: statusParameter,
    before: evmTxHashParameter.optional().describe("a transaction hash (Firn's own: gives older ones)"),
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
  description: "In the block's order; pageSize 0 gives all.",
  params: z.object({ chainId: evmChainIdParameter, blockId: evmBlockIdParameter }),
  query: z.object({
    pageToken: pageTokenParameter.optional(),
    pageSize: integerParameter({ min: 0, max: 100 }).default(0),
  }),
  response: pageOf("ListBlockTransactionsResponse", nativeTransaction),
});

export const listTransfers = route({
  method: "get",
  path: "/v1/chains/{chainId}/tokens/{address}/transfers",
  operationId: "listTransfers",
  tag: TAG,
  summary: "List transfers of a token",
  description: "All movements of one token contract, newest first.",
  params: chainAndAddress,
  query: z.object({ ...blocks, ...paging }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      transfers: z.array(z.union([erc20Transfer, erc721Transfer, erc1155Transfer])),
    })
    .meta({ id: "ListTransfersResponse" }),
});
