import { z } from "zod";
import { evmAddressParameter, evmChainIdParameter, richAddress } from "../data/evm";
import { pageSizeParameter, pageTokenParameter } from "../data/parameters";
import { route } from "../route";
import { codeSize } from "./contracts";
import { firnToken } from "./tokens";

/** Lists of what an EVM chain has: tokens, collections, contracts, accounts. */

const TAG = "Firn";
const params = z.object({ chainId: evmChainIdParameter });

/** Orders of the lists of tokens and collections: the most first, or the last created. */
export const TOKEN_SORTS = ["holders", "transfers", "transfersOfDay", "supply", "newest"] as const;
export type TokenSort = (typeof TOKEN_SORTS)[number];

/** When, by whom and in which transaction a contract was created. Absent if no indexed block says. */
const creation = z.object({
  txHash: z.string(),
  blockNumber: z.string(),
  /** Unix seconds. */
  timestamp: z.int(),
  /** Sender of that transaction. */
  creator: richAddress,
});

/** A token or collection in a list. */
export const listedToken = firnToken
  .pick({
    address: true,
    ercType: true,
    name: true,
    symbol: true,
    decimals: true,
    totalSupply: true,
    holders: true,
    transfers: true,
    balancesFrom: true,
  })
  .extend({
    /** Transfers in the day up to the newest indexed block. Absent if not all blocks of that day are indexed. */
    transfersOfDay: z.int().optional(),
    created: creation.optional(),
  })
  .meta({ id: "FirnListedToken" });
export type ListedToken = z.infer<typeof listedToken>;

const paging = {
  after: evmAddressParameter.describe("an address: returns what follows it in today's list").optional(),
  pageToken: pageTokenParameter.optional(),
  pageSize: pageSizeParameter({ fallback: 25, max: 100 }),
};

const tokenQuery = z.object({
  sort: z
    .enum(TOKEN_SORTS)
    .describe(
      "holders, transfers, transfersOfDay, supply (in whole tokens) or newest; by default holders, or newest while Firn has, or has counted, only part of the chain's history",
    )
    .optional(),
  ...paging,
});

const tokensResponse = z
  .object({
    nextPageToken: z.string().optional(),
    sort: z.enum(TOKEN_SORTS),
    /** The newest block included in these numbers. */
    blockNumber: z.string(),
    tokens: z.array(listedToken),
  })
  .meta({ id: "ListFirnTokensResponse" });

const TOKENS_DESCRIPTION =
  "Numbers change as blocks arrive: a page continues after the last row as it was. A token whose holders only its contract knows has the place that its transfers give it. By supply, those whose supply only the contract knows, or whose decimals are not known, come last. All but newest is 503 HISTORY_PARTIAL while Firn has, or has counted, only part of the chain's history.";

export const listChainTokens = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/tokens",
  operationId: "firnTokens",
  tag: TAG,
  summary: "List ERC-20 tokens of an EVM chain",
  description: TOKENS_DESCRIPTION,
  params,
  query: tokenQuery,
  response: tokensResponse,
});

export const listChainCollections = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/collections",
  operationId: "firnCollections",
  tag: TAG,
  summary: "List ERC-721 and ERC-1155 collections of an EVM chain",
  description: TOKENS_DESCRIPTION,
  params,
  query: tokenQuery,
  response: tokensResponse,
});

/** A contract in a list. */
export const listedContract = z
  .object({
    contract: richAddress,
    ercType: firnToken.shape.ercType,
    codeSize,
    created: creation.optional(),
    /** The contract that created it; absent if the transaction itself did. */
    createdBy: richAddress.optional(),
    /**
     * Transactions to or from it in the day up to the newest indexed block. Absent if not all blocks of that day are
     * indexed.
     */
    transactionsOfDay: z.int().optional(),
  })
  .meta({ id: "FirnListedContract" });
export type ListedContract = z.infer<typeof listedContract>;

export const listChainContracts = route({
  method: "get",
  path: "/firn/v1/chains/{chainId}/contracts",
  operationId: "firnContracts",
  tag: TAG,
  summary: "List contracts of an EVM chain",
  description:
    "In the order of their creation. Contracts of the genesis, and those whose creation only a trace would tell while the node gives none, are not in the list.",
  params,
  query: z.object({
    order: z.enum(["asc", "desc"]).describe("desc (newest first) or asc").default("desc"),
    ...paging,
  }),
  response: z
    .object({
      nextPageToken: z.string().optional(),
      blockNumber: z.string(),
      contracts: z.array(listedContract),
    })
    .meta({ id: "ListFirnContractsResponse" }),
});
