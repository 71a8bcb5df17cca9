import { z } from "zod";
import { route } from "../route";
import { evmBlockIdParameter, evmChainIdParameter, evmNetworkParameter, evmPosition } from "./evm";
import {
  endTimestampParameter,
  integerParameter,
  MAX_HEIGHT,
  minTransactionsParameter,
  pageSizeParameter,
  pageTokenParameter,
  searchedToField,
  startTimestampParameter,
} from "./parameters";

/** A block of an EVM chain. Fees and gas prices are wei, gas is gas. */
export const evmBlock = z
  .object({
    chainId: z.string(),
    ...evmPosition,
    txCount: z.int(),
    baseFee: z.string(),
    gasUsed: z.string(),
    gasLimit: z.string(),
    gasCost: z.string(),
    parentHash: z.string(),
    feesSpent: z.string(),
    /** Firn’s own: who got the fees, EIP-55; the burn address `0x0100…0000` keeps them for ever. */
    feeRecipient: z.string(),
    /**
     * Of the chain as indexed, up to and including this block. Left out while Firn has only part of the chain's history;
     * empty for SDKs then.
     */
    cumulativeTransactions: z.string().optional(),
  })
  .meta({ id: "EvmBlock" });
export type EvmBlock = z.infer<typeof evmBlock>;

const listOfBlocks = z
  .object({ nextPageToken: z.string().optional(), searchedTo: searchedToField, blocks: z.array(evmBlock) })
  .meta({ id: "ListEvmBlocksResponse" });

export const listLatestBlocksAllChains = route({
  method: "get",
  path: "/v1/blocks",
  operationId: "listLatestBlocksAllChains",
  tag: "EVM Blocks",
  summary: "List latest blocks across all supported EVM chains",
  description: "Newest first; blocks of the same second by EVM chain id.",
  params: z.object({}),
  query: z.object({
    network: evmNetworkParameter,
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: listOfBlocks,
});

/** The same route at its older address. */
export const listAllLatestBlocks = {
  ...listLatestBlocksAllChains,
  path: "/v1/chains/allBlocks",
  operationId: "listAllLatestBlocks",
  deprecated: true,
};

export const getLatestBlocks = route({
  method: "get",
  path: "/v1/chains/{chainId}/blocks",
  operationId: "getLatestBlocks",
  tag: "EVM Blocks",
  summary: "List latest blocks",
  description:
    "Newest first. All parameters but those of pages are Firn's own. With minTransactions or minGasPercent a page costs about the same whatever is searched for: it may have fewer blocks than asked for, even none, and still a token that goes on.",
  params: z.object({ chainId: evmChainIdParameter }),
  query: z.object({
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: integerParameter({ min: 0, max: MAX_HEIGHT })
      .describe("a height (Firn's own: returns older blocks)")
      .optional(),
    minTransactions: minTransactionsParameter,
    minGasPercent: integerParameter({ min: 0, max: 100 })
      .describe("a whole percent from 0 to 100 (Firn's own: blocks that used this share of their gas limit)")
      .optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: listOfBlocks,
});

export const getBlock = route({
  method: "get",
  path: "/v1/chains/{chainId}/blocks/{blockId}",
  operationId: "getBlock",
  tag: "EVM Blocks",
  summary: "Get block",
  params: z.object({ chainId: evmChainIdParameter, blockId: evmBlockIdParameter }),
  query: z.object({}),
  response: evmBlock,
});
