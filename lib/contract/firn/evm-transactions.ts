import { z } from "zod";
import {
  evmChainIdParameter,
  evmTxHashParameter,
  internalTransactionDetails,
  richAddress,
  txFailure,
} from "../data/evm";
import { abiArguments, decodedEntry, failureReason } from "../data/evm-abi";
import { erc20TransferDetails, erc721TransferDetails, erc1155TransferDetails } from "../data/evm-tokens";
import { transactionDetail } from "../data/evm-transactions";
import { integerParameter, pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";
import { moved } from "./evm-tx-search";

/** A transaction of an EVM chain and its lists, which can be long: each is answered in pages. */

const TAG = "Firn";
const PATH = "/firn/v1/chains/{chainId}/transactions/{txHash}";
const params = z.object({ chainId: evmChainIdParameter, txHash: evmTxHashParameter });

/** Nothing in a transaction is added later, so a row's number names it for ever. */
const query = z.object({
  after: integerParameter({ min: 0, max: 9_999_999 })
    .optional()
    .describe("the number of a row, counted from 1, from 0 to 9999999 (returns later ones)"),
  pageToken: pageTokenParameter.optional(),
  pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
});

/** Of every page: the number of its first row, counted from 1. */
const first = z.int();

/** A token's movement in a transaction. */
const transfer = z.union([erc20TransferDetails, erc721TransferDetails, erc1155TransferDetails]);

export const evmTransaction = transactionDetail
  .omit({
    erc20Transfers: true,
    erc721Transfers: true,
    erc1155Transfers: true,
    internalTransactions: true,
  })
  .extend({
    /** Signed bytes, 0x hex: their keccak256 is the transaction's hash. */
    bytes: z.string(),
    /** The function that it calls with its arguments, if any ABI has it. */
    called: decodedEntry.optional(),
    /** What is known of the addresses among them. */
    parties: z.array(richAddress),
    logCount: z.int(),
    transferCount: z.int(),
    /** Calls with value and contract creations. */
    internalTransactionCount: z.int(),
    /** How many of them were undone. */
    revertedInternalTransactionCount: z.int(),
    ...moved.shape,
    /** Its token transfer, if there is exactly one. */
    onlyTransfer: transfer.optional(),
  })
  .meta({ id: "FirnEvmTransaction" });
export type FirnEvmTransaction = z.infer<typeof evmTransaction>;

export const getEvmTransaction = route({
  method: "get",
  path: PATH,
  operationId: "firnEvmTransaction",
  tag: TAG,
  summary: "A transaction of an EVM chain without its lists",
  description: "Its bytes, how long its lists are, and what it changed for its sender.",
  params,
  query: z.object({}),
  response: evmTransaction,
});

const transferPage = z
  .object({ nextPageToken: z.string().optional(), first, count: z.int(), transfers: z.array(transfer) })
  .meta({ id: "FirnEvmTransfersResponse" });
export type EvmTransferPage = z.infer<typeof transferPage>;

export const listEvmTransfers = route({
  method: "get",
  path: `${PATH}/transfers`,
  operationId: "firnEvmTransfers",
  tag: TAG,
  summary: "List token transfers of a transaction",
  description: "Of all standards, in the order of logs; `count` is that of the whole transaction.",
  params,
  query,
  response: transferPage,
});

const internalPage = z
  .object({
    nextPageToken: z.string().optional(),
    first,
    count: z.int(),
    internalTransactions: z.array(internalTransactionDetails),
  })
  .meta({ id: "FirnEvmInternalTransactionsResponse" });
export type EvmInternalPage = z.infer<typeof internalPage>;

export const listEvmInternalTransactions = route({
  method: "get",
  path: `${PATH}/internal-transactions`,
  operationId: "firnEvmInternalTransactions",
  tag: TAG,
  summary: "List calls with value and contract creations of a transaction",
  description: "In the order in which they began; `count` is that of the whole transaction.",
  params,
  query,
  response: internalPage,
});

export const evmLog = z
  .object({
    /** In the block. */
    logIndex: z.int(),
    /** Address of the contract, EIP-55. */
    address: z.string(),
    /** 32 bytes each, 0x hex. */
    topics: z.array(z.string()),
    data: z.string(),
    /** What it says, if any ABI has it. */
    event: decodedEntry.optional(),
  })
  .meta({ id: "FirnEvmLog" });
export type EvmLog = z.infer<typeof evmLog>;

/** Contracts and labelled accounts among the addresses of a page. */
const parties = z.array(richAddress);

const logPage = z
  .object({
    nextPageToken: z.string().optional(),
    first,
    count: z.int(),
    /** From the node's receipt, which matches what was proved when the block was indexed. */
    logs: z.array(evmLog).optional(),
    /** Why there are no logs. */
    withoutLogs: z.string().optional(),
    parties,
  })
  .meta({ id: "FirnEvmLogsResponse" });
export type EvmLogPage = z.infer<typeof logPage>;

export const listEvmLogs = route({
  method: "get",
  path: `${PATH}/logs`,
  operationId: "firnEvmLogs",
  tag: TAG,
  summary: "List logs of a transaction",
  description:
    "As its chain's node has them. `count` is that of the whole transaction. Pages that follow by a token are of the answer that the first one was of.",
  params,
  query,
  response: logPage,
});

/** An event at its place in the call tree. */
const treeEvent = z
  .object({
    /** Number of the call that wrote it, counted from 1. */
    by: z.int(),
    /** One more than that call's. */
    depth: z.int(),
    /** Address of the contract, EIP-55. */
    address: z.string(),
    topics: z.array(z.string()),
    /** 0x hex, its first 1,024 bytes. */
    data: z.string(),
    event: decodedEntry.optional(),
  })
  .meta({ id: "FirnEvmTreeEvent" });
export type EvmTreeEvent = z.infer<typeof treeEvent>;

const evmCall = z
  .object({
    /** 0 for the transaction's own call. */
    depth: z.int(),
    /** Whether its caller makes no other call after it. */
    isLast: z.boolean(),
    /** CALL, STATICCALL, DELEGATECALL, CREATE …, in the words of the node's tracer. */
    type: z.string(),
    /** EIP-55. */
    from: z.string(),
    /** EIP-55; absent if nothing was called or created. */
    to: z.string().optional(),
    /** Wei. */
    value: z.string(),
    /** What it was given. */
    gas: z.string(),
    gasUsed: z.string(),
    /** The first four bytes of the call's input, `0x` and 8 hex digits; absent if the input is shorter. */
    methodHash: z.string().optional(),
    methodName: z.string().optional(),
    /** The function with its arguments, if any ABI has it. */
    called: decodedEntry.optional(),
    /** What it returned, if the function is known; empty for a function without results. */
    returned: abiArguments.optional(),
    /** What it returned otherwise, 0x hex, its first 1,024 bytes; absent if nothing. */
    output: z.string().optional(),
    /** Why it failed, in the node's words; absent if it succeeded. */
    error: z.string().optional(),
    /** The same, decoded. */
    failure: failureReason.optional(),
    /** Whether the failure of the transaction passed through it: of those calls it began in the deepest. */
    isOnFailurePath: z.boolean(),
    /** Events written since the call before it began, in their order. What was undone left none. */
    eventsBefore: z.array(treeEvent),
    /** Of the last call of all: events written after it began. */
    eventsAfter: z.array(treeEvent),
    /** Undone, by its own failure or that of a call around it. */
    isReverted: z.boolean(),
  })
  .meta({ id: "FirnEvmCall" });
export type EvmTraceCall = z.infer<typeof evmCall>;

const callPage = z
  .object({
    nextPageToken: z.string().optional(),
    first,
    /** Calls in the whole tree, the transaction's own included; absent if they are not known. */
    count: z.int().optional(),
    /** How many of them failed while a call around them went on. */
    caughtCount: z.int().optional(),
    /** From the node's tracer, in the order in which they began: a call comes before those that it makes. */
    calls: z.array(evmCall).optional(),
    /** Why the transaction failed. */
    failure: txFailure.optional(),
    /** Numbers of the calls through which the failure passed, the transaction's own first. */
    failurePath: z.array(z.int()).optional(),
    /** Calls around the first one of the page, the outermost first. */
    callers: z.array(evmCall).optional(),
    /** Why there are no calls. */
    withoutCalls: z.string().optional(),
    parties,
  })
  .meta({ id: "FirnEvmCallsResponse" });
export type EvmCallPage = z.infer<typeof callPage>;

export const listEvmCalls = route({
  method: "get",
  path: `${PATH}/calls`,
  operationId: "firnEvmCalls",
  tag: TAG,
  summary: "List calls inside a transaction",
  description:
    "Its call tree as its chain's node traces it. Pages that follow by a token are of the answer that the first one was of.",
  params,
  query,
  response: callPage,
});
