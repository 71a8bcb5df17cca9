import { z } from "zod";
import { route } from "../route";

/** An EVM chain that is indexed, or would be. */
const evmChainStatus = z
  .object({
    /** EVM chain id, decimal; absent until the chain's node has said it. */
    chainId: z.string().optional(),
    name: z.string().optional(),
    /** Whether it is the one of the Primary Network. */
    isCChain: z.boolean(),
    /** cb58; absent when only an RPC URL is known. */
    blockchainId: z.string().optional(),
    /** Without credentials. */
    rpcUrl: z.string().optional(),
    /**
     * What its node does not have: `debug-api`: internal transactions, and contracts made by contracts, are not known;
     * `old-traces`: they are not known of blocks up to `untracedTo`; `archive`: no balances in the past.
     */
    lacks: z.array(z.enum(["debug-api", "old-traces", "archive"])),
    /** Height of the last block that is stored without internal transactions. */
    untracedTo: z.int().optional(),
  })
  .meta({ id: "FirnEvmChainStatus" });

/** Times are unix milliseconds, durations milliseconds. */
export const streamStatus = z
  .object({
    /**
     * Chain and index, as the node names them: "P/block"; of an EVM chain its id: "EVM 43114", and while it has no store,
     * its name, blockchain id or URL, shortened.
     */
    stream: z.string(),
    state: z.enum(["starting", "catching-up", "following", "stopped", "waiting-for-node"]),
    /** Last index the node has accepted. */
    nodeHead: z.int().optional(),
    indexedHead: z
      .object({
        index: z.int(),
        height: z.int(),
        /** cb58; of an EVM chain the block's hash in hex. */
        containerId: z.string(),
        /** Chain time, unix seconds. */
        time: z.int(),
      })
      .optional(),
    /** Containers the node has and Firn has not; absent until the node has been asked. */
    behind: z.int().optional(),
    /** While behind: how long ago the node accepted the newest container stored here. */
    lagMs: z.number().optional(),
    /** Block time to acceptance by the node, over those of the newest containers that were accepted live: within a minute. */
    acceptanceLagMs: z.object({ median: z.number(), p95: z.number() }).optional(),
    /** How many of the newest containers were not, but bootstrapped or replayed: they measure nothing. */
    notAcceptedLive: z.int().optional(),
    /** How often blocks come, by the newest ones; absent of what has no blocks, or too few to say. */
    pace: z
      .object({
        /** Half of the pauses between them are shorter. */
        usualMs: z.number(),
        longestMs: z.number(),
        /** For so long no block need come before the chain counts as quiet. */
        allowedMs: z.number(),
        /** When the node accepted the newest block; of an L1, whose node does not say, the block's own time. */
        newestAt: z.number(),
      })
      .optional(),
    /** Acceptance by the node to stored here, of the newest container; absent when it came in a batch of many. */
    indexedInMs: z.number().optional(),
    /** Why the stream stands still, or what it last failed with. */
    error: z
      .object({ code: z.string(), message: z.string(), hint: z.string().optional(), at: z.number() })
      .optional(),
    /** Worth knowing while the stream goes on, such as an incomplete index of the node. */
    notice: z.string().optional(),
    updatedAt: z.number(),
    /** Of an EVM chain. */
    evm: evmChainStatus.optional(),
  })
  .meta({ id: "FirnStreamStatus" });

export const firnStatus = z
  .object({
    version: z.string(),
    network: z.object({
      id: z.int(),
      name: z.string(),
      /** Prefix of this network's addresses. */
      hrp: z.string(),
      /** The name this network answers to in the Data API. */
      servedAs: z.enum(["mainnet", "fuji"]),
      /** cb58; absent while Firn does not know the network's genesis. */
      avaxAssetId: z.string().optional(),
      xChainId: z.string().optional(),
      cChainId: z.string().optional(),
      /** Whether the state that the network began with is known: without it totals, rewards and lists lack it. */
      genesisKnown: z.boolean(),
    }),
    node: z.object({
      /** Without credentials. */
      url: z.string().optional(),
      /** Whether it answers; an answer may be of no use, which the streams say that asked. */
      reachable: z.boolean(),
      version: z.string().optional(),
      nodeId: z.string().optional(),
      checkedAt: z.number().optional(),
      error: z.string().optional(),
      /** Chains that it has not bootstrapped yet; absent while it does not say. */
      bootstrapping: z.array(z.enum(["P", "X", "C"])).optional(),
      /** Whether all its health checks pass, and the names of those that fail; absent while it does not say. */
      healthy: z.boolean().optional(),
      failingChecks: z.array(z.string()).optional(),
    }),
    streams: z.array(streamStatus),
    store: z.object({
      /** Tells this store from all others; not told by earlier versions. */
      id: z.string().optional(),
      sizeBytes: z.int(),
      schemaVersion: z.int(),
      /** Files of stores that the last search found damaged, and how; absent when it found none. */
      damaged: z.array(z.object({ file: z.string(), faults: z.array(z.string()) })).optional(),
    }),
    /** From where images of NFTs are fetched; absent unless the operator allows any of it. */
    media: z.array(z.enum(["http", "ipfs", "ar"])).optional(),
  })
  .meta({ id: "FirnStatus" });

export const getStatus = route({
  method: "get",
  path: "/firn/v1/status",
  operationId: "firnStatus",
  tag: "Firn",
  summary: "What is indexed and how fresh it is",
  params: z.object({}),
  query: z.object({}),
  response: firnStatus,
});

export type StreamStatus = z.infer<typeof streamStatus>;
export type FirnStatus = z.infer<typeof firnStatus>;
