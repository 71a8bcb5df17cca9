import { z } from "zod";
import { parseId } from "../../avalanche/ids";
import { route } from "../route";
import { pChainTime } from "./p-chain";
import {
  blockchainIdParameter,
  endTimestampParameter,
  integerParameter,
  isHeight,
  MAX_HEIGHT,
  minTransactionsParameter,
  networkParameter,
  nodeIdParameter,
  pageSizeParameter,
  pageTokenParameter,
  searchedToField,
  startTimestampParameter,
  textParameter,
} from "./parameters";
import { primaryNetworkChainInfo } from "./primary-network";

const tag = "Primary Network Blocks";

export const primaryNetworkBlock = z
  .object({
    blockNumber: z.string(),
    /** Id of the block itself, not of its container: cb58, on the C-Chain 0x hex. */
    blockHash: z.string(),
    parentHash: z.string(),
    blockTimestamp: pChainTime,
    /** Standard, Proposal, Atomic, Commit or Abort. */
    blockType: z.string(),
    /** Ids in block order. On the C-Chain those of atomic transactions, the only ones listed under this chain. */
    txCount: z.int(),
    transactions: z.array(z.string()),
    blockSizeBytes: z.int(),
    /** P-Chain only: nAVAX since activation. */
    l1ValidatorsAccruedFees: z.number().optional(),
    activeL1Validators: z.int().optional(),
    /** nAVAX after the block. */
    currentSupply: z.string().optional(),
    /** From the container; absent before ProposerVM, without node id if unsigned. */
    proposerDetails: z
      .object({
        proposerId: z.string().optional(),
        proposerParentId: z.string().optional(),
        proposerNodeId: z.string().optional(),
        proposerPChainHeight: z.int().optional(),
        proposerTimestamp: z.number().optional(),
      })
      .optional(),
  })
  .meta({ id: "PrimaryNetworkBlock" });

export const listPrimaryNetworkBlocksResponse = z
  .object({
    nextPageToken: z.string().optional(),
    searchedTo: searchedToField,
    blocks: z.array(primaryNetworkBlock),
    chainInfo: primaryNetworkChainInfo,
  })
  .meta({ id: "ListPrimaryNetworkBlocksResponse" });

export const listLatestPrimaryNetworkBlocks = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/blocks",
  operationId: "listLatestPrimaryNetworkBlocks",
  tag,
  summary: "List latest blocks",
  description:
    "Newest first. With minTransactions or minSizeBytes a page costs about the same whatever is searched for: it may have fewer blocks than asked for, even none, and still a token that goes on.",
  params: z.object({ network: networkParameter, blockchainId: blockchainIdParameter }),
  query: z.object({
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: integerParameter({
      min: 0,
      max: MAX_HEIGHT,
      form: `(Firn's own) a height from 0 to ${MAX_HEIGHT}, below which the list starts`,
    }).optional(),
    minTransactions: minTransactionsParameter,
    minSizeBytes: integerParameter({ min: 0, max: 2 ** 31 })
      .describe("a number of bytes (Firn's own: blocks of at least this size)")
      .optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: listPrimaryNetworkBlocksResponse,
});

export const getBlockById = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/blocks/{blockId}",
  operationId: "getBlockById",
  tag,
  summary: "Get block",
  params: z.object({
    network: networkParameter,
    blockchainId: blockchainIdParameter,
    blockId: textParameter(parseBlockId, `a height from 0 to ${MAX_HEIGHT} or a block id in cb58 or hex`),
  }),
  query: z.object({}),
  response: primaryNetworkBlock,
});

export const listPrimaryNetworkBlocksByNodeId = route({
  method: "get",
  path: "/v1/networks/{network}/blockchains/{blockchainId}/nodes/{nodeId}/blocks",
  operationId: "listPrimaryNetworkBlocksByNodeId",
  tag,
  summary: "List blocks proposed by node",
  description:
    "Blocks of one Primary Network chain whose container the node signed, newest first. Unsigned blocks belong to no node.",
  params: z.object({
    network: networkParameter,
    blockchainId: blockchainIdParameter,
    nodeId: nodeIdParameter,
  }),
  query: z.object({
    startTimestamp: startTimestampParameter,
    endTimestamp: endTimestampParameter,
    before: integerParameter({
      min: 0,
      max: MAX_HEIGHT,
      form: `(Firn's own) a height from 0 to ${MAX_HEIGHT}, below which the list starts`,
    }).optional(),
    pageToken: pageTokenParameter.optional(),
    pageSize: pageSizeParameter(),
  }),
  response: listPrimaryNetworkBlocksResponse,
});

/**
 * Parses a height, or a block's id.
 * @throws InputError BAD_PARAMETER
 */
export function parseBlockId(text: string): number | Uint8Array {
  return isHeight(text) ? Number(text) : parseId(text);
}

export type PrimaryNetworkBlock = z.infer<typeof primaryNetworkBlock>;
export type ListPrimaryNetworkBlocksResponse = z.infer<typeof listPrimaryNetworkBlocksResponse>;
