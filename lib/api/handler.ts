import type { Route, RouteBody, RouteSent, RouteValues } from "../contract/route";
import type { Reading } from "../store/reading";
import type { Reader, Stores } from "../store/stores";
import type { ObservedTables } from "../store/tables/observed";
import type { UsageTables } from "../store/tables/usage";
import type { Manager } from "./access/managing";
import type { Alerts } from "./alerts/alerts";
import type { EventFeed } from "./events/feed";
import type { Executions } from "./evm/executions";
import type { EvmTerms } from "./evm/terms";
import type { ExportFolder } from "./exports/folder";
import type { Images } from "./images/images";
import type { Reindexing } from "./images/reindexing";
import type { Labels } from "./labels/labels";
import type { Prices } from "./labels/prices";
import type { CodeSizes } from "./node/code-sizes";
import type { ContractLooks } from "./node/contract-looks";
import type { LookAtHealth } from "./node/health";
import type { NodeIndexes } from "./node/indexes";
import type { AskNodeTx } from "./node/node-txs";
import type { AskSharedMemory } from "./node/shared-memory";
import type { AskUpgrades } from "./node/upgrades";
import type { PageTokens } from "./page/page-token";
import type { Dialect } from "./request/dialect";
import type { EvmChains, EvmSnapshot } from "./snapshot/evm";
import type { PrimarySnapshot } from "./snapshot/primary";
import type { YieldTurn } from "./snapshot/yield-turn";
import type { Sources as ContractSources } from "./sources/sources";
import type { BurnedSums } from "./staking/burned-sums";
import type { NetworkStake } from "./staking/network-stake";
import type { ReadNodeUptimes } from "./staking/node-uptime";
import type { AskedAccounts } from "./tokens/asked-accounts";
import type { AskedHolders } from "./tokens/asked-holders";
import type { HoldersOverTimeCache } from "./tokens/holders-over-time-cache";
import type { LargestAccounts } from "./tokens/largest-accounts";
import type { WebhookStore } from "./webhooks/store";

/** What a handler answers from: one snapshot of the store, and the client's network and answer form. */
export interface RequestContext extends PrimarySnapshot {
  dialect: Dialect;
  pageTokens: PageTokens;
  /** Marks the answer as partial. @param what it lacks: a clause in ASCII */
  markPartial(what: string): void;
}

/** The same for an EVM chain. The currency is US dollars unless the request names another. */
export interface EvmContext extends EvmSnapshot, EvmTerms {
  pageTokens: PageTokens;
  /** Current time to the minute, unix ms: an answer may be given again for so long. */
  asOfMs: number;
}

/** What the serving process offers to all requests. */
export interface Service {
  version: string;
  /** Without credentials, for the status page. Handlers never call it. */
  nodeUrl: string | undefined;
  /** Current time, unix ms. */
  nowMs: () => number;
  /** How the node sees validators now. Call it before opening a snapshot, which must not wait for a node. */
  nodeUptimes: ReadNodeUptimes;
  /** The node's own health now. Call it before opening a snapshot. */
  nodeHealth: LookAtHealth;
  /** The state of the node's indexes now. Call it before opening a snapshot. */
  nodeIndexes: NodeIndexes;
  /** Network upgrades as the node states them. @throws NodeError */
  nodeUpgrades: AskUpgrades;
  /** A transaction as the node knows it now. Call it outside of snapshots. @throws NodeError */
  askNodeTx: AskNodeTx;
  /** What the node has in shared memory now. Call it outside a snapshot. */
  sharedMemory: AskSharedMemory;
  /** The operator's labels of chains, addresses and functions, and prices. */
  labels: Labels;
  prices: Pick<Prices, "of" | "state">;
  /** Images named by token metadata, as far as the operator allows fetching. */
  images: Pick<Images, "schemes" | "read">;
  /** Lists of who held how much of a token over time. */
  holdersOverTime: Pick<HoldersOverTimeCache, "take">;
  /** Holders of tokens whose balances only their contracts tell. Call it before opening a snapshot. */
  askedHolders: AskedHolders;
  /** Balances of a chain's accounts in its own coin. Call it before opening a snapshot. */
  askedAccounts: AskedAccounts;
  /** The same where there are too many to ask about for each list. Call it outside a snapshot: it opens some of its own. */
  largestAccounts: Pick<LargestAccounts, "take">;
  /** Stake of all validators over time. Call it outside a snapshot: it opens some of its own. */
  networkStake: NetworkStake;
  /** What all transactions burned. */
  burnedSums: BurnedSums;
  /** Bytes of contracts' code. Call it outside a snapshot. */
  codeSizes: CodeSizes;
  /** Code of contracts, and of what proxies run. Call it outside a snapshot. */
  contractLooks: ContractLooks;
  /** Sizes of the stores, and damage found in them. */
  stores: Pick<
    Stores,
    "list" | "size" | "servers" | "readFoundDamage" | "readVerification" | "readKnownNodes"
  >;
  /** Logs and calls of transactions, as nodes have answered them. */
  executions: Executions;
  /** What needs attention. */
  alerts: Pick<Alerts, "read">;
  /** New blocks, states, the status and alerts, as they come. */
  events: Pick<EventFeed, "follow">;
  /** Requests that the indexer read token metadata again. */
  reindexing: Reindexing;
  /** Sources of contracts and ABIs that were sent to this Firn. Call it outside a snapshot. */
  sources: ContractSources;
  /** What was observed of the node and its peers. The store may not exist yet. */
  observed: Pick<Reader<ObservedTables>, "snapshot">;
  /** How the API was used. The store may not exist yet. */
  usage: Pick<Reader<UsageTables>, "snapshot">;
  /** Files that are written in the background. */
  exports: ExportFolder;
  /** The store of webhooks, to read and write. */
  webhooks: WebhookStore;
}

export interface HandlerRequest<R extends Route> extends RouteValues<R> {
  sent: RouteSent<R>;
  /** Where the request was sent, as in `http://localhost:3001`. */
  origin: string;
  /** Who asks, on a route that says who may. */
  manager: Manager | undefined;
  service: Service;
  /** What is read for the answer: snapshots of the service's own stores are taken for it. */
  reading: Reading | undefined;
  /** Runs `work` on one snapshot of the store. @throws NodeError NOTHING_INDEXED */
  read<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
  /** Runs `work` on one snapshot of an EVM chain's store; `chainId` as in paths. @throws InputError NOT_FOUND */
  readEvm<T>(chainId: string, work: (context: EvmContext) => Promise<T>): Promise<T>;
  /**
   * The same for work that may take long. It calls `yieldTurn` regularly, so that other requests get their turn.
   * @throws InputError BAD_PARAMETER when it takes too long
   */
  readEvmSlow<T>(
    chainId: string,
    work: (context: EvmContext, yieldTurn: YieldTurn) => Promise<T>,
  ): Promise<T>;
  /** All indexed EVM chains. */
  evmChains: Pick<EvmChains, "list" | "registry" | "nodes">;
}

/** Answers a route. The contract has parsed the parameters and types the body. */
export type Handler<R extends Route> = (request: HandlerRequest<R>) => Promise<RouteBody<R>>;
