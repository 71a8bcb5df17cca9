import { z } from "zod";
import { route } from "../route";

/** Which blocks of an EVM chain are stored and counted while that is not all of them. Heights, both ends included. */
const partHistory = z
  .object({
    /** The oldest stored block: every list begins there. All blocks from there to the newest are stored. */
    firstBlock: z.int(),
    /**
     * Older blocks: there are `none`, they are being read (`wanted`), or the node does not have them (`missing`): it was
     * synced from a state, or prunes.
     */
    older: z.enum(["none", "wanted", "missing"]),
    /** How many older blocks are still to be read, at most; while they are being read. */
    olderToGo: z.int().optional(),
    /** The blocks that figures count: of hours, days, holders and the like. `countedTo` is absent if it is the newest. */
    countedFrom: z.int(),
    countedTo: z.int().optional(),
    /**
     * The seconds of which every block is counted: from `countedSince` on, and before `countedBefore` if that is given.
     * Unix seconds.
     */
    countedSince: z.int(),
    countedBefore: z.int().optional(),
  })
  .meta({ id: "FirnPartHistory" });
export type PartHistory = z.infer<typeof partHistory>;

/** An EVM chain that is indexed, or should be. */
const evmChainStatus = z
  .object({
    /** EVM chain id, decimal; absent until the chain's node has reported it, and if it is another chain's: `error` says so. */
    chainId: z.string().optional(),
    name: z.string().optional(),
    /** Whether it is the Primary Network's C-Chain. */
    isCChain: z.boolean(),
    /** cb58; absent if only an RPC URL is known. */
    blockchainId: z.string().optional(),
    /** Without credentials. */
    rpcUrl: z.string().optional(),
    /**
     * What its node lacks. `debug-api`: internal transactions and contracts created by contracts are unknown;
     * `old-traces`: they are unknown for blocks up to `untracedTo`; `archive`: no balances in the past.
     */
    lacks: z.array(z.enum(["debug-api", "old-traces", "archive"])),
    /** Height of the last block stored without internal transactions. */
    untracedTo: z.int().optional(),
    /** Absent if the chain is stored and counted from its first block on, and while nothing of it is stored. */
    history: partHistory.optional(),
  })
  .meta({ id: "FirnEvmChainStatus" });

/** Times are unix milliseconds, durations milliseconds. */
export const streamStatus = z
  .object({
    /**
     * Chain and index by the node's names: "P/block". For an EVM chain its id: "EVM 43114"; while it has no store, its
     * name, blockchain id or URL, shortened.
     */
    stream: z.string(),
    /** `unreadable`: the node does not offer what this stream reads; `notice` says what is missing and why. */
    state: z.enum(["starting", "catching-up", "following", "stopped", "waiting-for-node", "unreadable"]),
    /** Last index that the node has accepted. */
    nodeHead: z.int().optional(),
    indexedHead: z
      .object({
        index: z.int(),
        height: z.int(),
        /** cb58; of an EVM chain the block's hash in hex. */
        containerId: z.string(),
        /** Chain time, unix seconds; absent for P-Chain blocks from before Banff where nothing says it. */
        time: z.int().optional(),
      })
      .optional(),
    /** Height of the first stored block of P, X or C; absent where it is 1. */
    firstHeight: z.int().optional(),
    /** Containers that the node has and Firn lacks; absent until the node has been asked, and for what is unreadable. */
    behind: z.int().optional(),
    /** While behind: time since the node accepted the newest container stored here. */
    lagMs: z.number().optional(),
    /**
     * Time from block time to acceptance by the node, for the newest containers that were accepted live: within a
     * minute.
     */
    acceptanceLagMs: z.object({ median: z.number(), p95: z.number() }).optional(),
    /** How many of the newest containers were bootstrapped or replayed instead. They do not measure lag. */
    notAcceptedLive: z.int().optional(),
    /** How often blocks come, from the newest ones; absent without blocks, or with too few of them. */
    pace: z
      .object({
        /** Median pause between blocks. */
        usualMs: z.number(),
        longestMs: z.number(),
        /** Pause after which the chain counts as quiet. */
        allowedMs: z.number(),
        /** When the node accepted the newest block. For an L1, whose node does not say, the block's own time. */
        newestAt: z.number(),
      })
      .optional(),
    /**
     * Time between acceptance by the node and storing, for the newest container; absent if it came in a batch of many.
     */
    indexedInMs: z.number().optional(),
    /** Why the stream has stopped, or its last error. */
    error: z
      .object({ code: z.string(), message: z.string(), hint: z.string().optional(), at: z.number() })
      .optional(),
    /**
     * How the next blocks are read: from the node's index, or by height where the index is off or lacks them. By height
     * they come without proposer and time of acceptance. Absent until the node has answered, and for an L1.
     */
    source: z.enum(["index", "height"]).optional(),
    /** Worth knowing while the stream continues, such as an incomplete index of the node. */
    notice: z.string().optional(),
    updatedAt: z.number(),
    /** For an EVM chain. */
    evm: evmChainStatus.optional(),
  })
  .meta({ id: "FirnStreamStatus" });

/** One of several nodes that FIRN_NODE_URL names, as the indexer last saw it. */
export const candidateNode = z
  .object({
    /** Without credentials. */
    url: z.string(),
    /** Whether Firn indexes from this one. */
    isUsed: z.boolean(),
    state: z.enum(["ready", "away", "bootstrapping", "behind", "other-history", "other-network"]),
    /** Why it is not ready, such as "it is bootstrapping P". */
    reason: z.string().optional(),
  })
  .meta({ id: "FirnCandidateNode" });
export type CandidateNode = z.output<typeof candidateNode>;

/** The beginning of a chain that the store lacks. Balances, outputs and lists lack what happened there. */
const historyGap = z
  .object({
    chain: z.enum(["p", "x", "c"]),
    /**
     * Height of the first stored block. 1 on the X-Chain: transactions from before its first block, when it was a graph,
     * are not all stored.
     */
    before: z.int(),
    /** Chain time of that block, unix seconds. */
    time: z.int(),
  })
  .meta({ id: "FirnHistoryGap" });
export type HistoryGap = z.output<typeof historyGap>;

/** A server of the database that keeps the stores. */
const databaseServer = z
  .object({
    /** Host and database. Of a worker: host and port. */
    at: z.string(),
    /** A worker holds some of the stores for the primary. What it says of itself is not asked. */
    role: z.enum(["primary", "replica", "worker"]),
    version: z.string().optional(),
    /** Why it does not answer. */
    error: z.string().optional(),
    /** Of a replica: bytes of the primary's log that it has not applied, and how old its newest change is, ms. */
    behindBytes: z.int().optional(),
    lagMs: z.number().optional(),
    /** Of a worker: the stores that it holds: `primary`, or `evm/` and a chain id. */
    stores: z.array(z.string()).optional(),
  })
  .meta({ id: "FirnDatabaseServer" });
export type DatabaseServer = z.output<typeof databaseServer>;

export const firnStatus = z
  .object({
    version: z.string(),
    network: z.object({
      id: z.int(),
      name: z.string(),
      /** Prefix of this network's addresses. */
      hrp: z.string(),
      /** This network's name in the Data API. */
      servedAs: z.enum(["mainnet", "fuji"]),
      /** cb58; absent while the network's genesis is unknown. */
      avaxAssetId: z.string().optional(),
      xChainId: z.string().optional(),
      cChainId: z.string().optional(),
      /** Whether the network's initial state is known. Without it, totals, rewards and lists lack it. */
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
      /** Whether all its health checks pass, and the names of failing ones; absent while it does not say. */
      healthy: z.boolean().optional(),
      failingChecks: z.array(z.string()).optional(),
      /** Number of peers; absent while the node does not say. */
      peers: z.int().optional(),
      /** All nodes that FIRN_NODE_URL names, in its order; absent if it names one. */
      candidates: z.array(candidateNode).optional(),
    }),
    streams: z.array(streamStatus),
    /** What the store lacks of the Primary Network's chains besides the genesis; absent if nothing. */
    gaps: z.array(historyGap).optional(),
    store: z.object({
      /** Distinguishes this store from all others. Earlier versions do not send it. */
      id: z.string().optional(),
      /** Of the Primary Network and all EVM chains together. */
      sizeBytes: z.int(),
      /** Of the Primary Network's store. */
      schemaVersion: z.int(),
      /** Servers of the database that keeps the stores, the primary one first; absent where they are files. */
      servers: z.array(databaseServer).optional(),
      /** Store files that the last check found damaged, and how; absent if it found none. */
      damaged: z.array(z.object({ file: z.string(), faults: z.array(z.string()) })).optional(),
      /** What the last finished `firn verify` found; absent if there was none. */
      verified: z
        .object({
          /** When it ended, unix seconds. */
          timestamp: z.int(),
          checks: z.int(),
          differences: z.int(),
          /** Checks that were incomplete. */
          notChecked: z.int(),
          /** The first differences, in words. */
          first: z.array(z.string()),
        })
        .optional(),
    }),
    /** Sources of NFT images that may be fetched; absent if the operator allows none. */
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
