import type { Route, RouteBody, RouteSent, RouteValues } from "../contract/route";
import type { Stores } from "../store/stores";
import type { EvmTerms } from "./evm/terms";
import type { Images } from "./images/images";
import type { Reindexing } from "./images/reindexing";
import type { Labels } from "./labels/labels";
import type { Prices } from "./labels/prices";
import type { LookAtHealth } from "./node/health";
import type { NodeIndexes } from "./node/indexes";
import type { PageTokens } from "./page/page-token";
import type { Dialect } from "./request/dialect";
import type { EvmChains, EvmSnapshot } from "./snapshot/evm";
import type { PrimarySnapshot } from "./snapshot/primary";
import type { Step } from "./snapshot/steps";
import type { Observe } from "./staking/observation";
import type { HeldLists } from "./tokens/holders-over-time-cache";

/** What a handler answers from: one snapshot of the store, and who asks. */
export interface RequestContext extends PrimarySnapshot {
  dialect: Dialect;
  pageTokens: PageTokens;
}

/** What a handler of an EVM chain answers from. Its currency is US dollars, unless the handler is asked for another. */
export interface EvmContext extends EvmSnapshot, EvmTerms {
  pageTokens: PageTokens;
}

/** Facts of the process that answers. */
export interface Service {
  version: string;
  /** Without credentials, for the status page; nothing here asks it. */
  nodeUrl: string | undefined;
  /** The clock, unix milliseconds. */
  nowMs: () => number;
  /** What the node says of validators now. Ask before reading: a snapshot should not wait for a node. */
  observe: Observe;
  /** What the node says of its own state now; the same holds. */
  nodeHealth: LookAtHealth;
  /** What the node says of its indexes now; the same holds. */
  nodeIndexes: NodeIndexes;
  /** What the operator says of chains, addresses and functions, and of prices. */
  labels: Labels;
  prices: Pick<Prices, "of">;
  /** What tokens' metadata name, as the operator allows. */
  images: Pick<Images, "schemes" | "read">;
  /** Who had how much of tokens over time. */
  heldLists: Pick<HeldLists, "take">;
  /** How large they are, and what was found wrong with them. */
  stores: Pick<Stores, "size" | "readFoundDamage">;
  /** Asks for their metadata to be read again. */
  reindexing: Reindexing;
}

export interface HandlerRequest<R extends Route> extends RouteValues<R> {
  sent: RouteSent<R>;
  service: Service;
  /** Runs `work` on one snapshot of the store. @throws NodeError NOTHING_INDEXED */
  read<T>(work: (context: RequestContext) => Promise<T>): Promise<T>;
  /** Runs `work` on one snapshot of an EVM chain's store, named as in paths. @throws InputError NOT_FOUND */
  readEvm<T>(chainId: string, work: (context: EvmContext) => Promise<T>): Promise<T>;
  /**
   * The same for what may take long: `work` ends each of its steps with `step`, and others have their turn meanwhile.
   * @throws InputError BAD_PARAMETER when it takes too long
   */
  readEvmApart<T>(chainId: string, work: (context: EvmContext, step: Step) => Promise<T>): Promise<T>;
  /** Every EVM chain that is indexed. */
  evmChains: Pick<EvmChains, "list" | "roster" | "nodes">;
}

/** Answers a route: values as its contract parsed them, body as its contract types it. */
export type Handler<R extends Route> = (request: HandlerRequest<R>) => Promise<RouteBody<R>>;
