import { Mutex } from "../../mutex";
import { Follower } from "../follow/follow";
import { Outage } from "../follow/outage";
import type { IdleJob } from "../follow/verbs";
import { type BlockOptions, type BlockState, blockVerbs } from "./blocks";
import { askContractsAgain, type LateFactsOptions } from "./facts/late-facts";
import { fillTraces } from "./late-traces";

export interface EvmChainOptions extends BlockOptions, Pick<LateFactsOptions, "asked"> {
  /** What else is done beside. */
  idle?: readonly IdleJob<unknown>[];
  signal: AbortSignal;
}

/**
 * Follows one EVM chain: read, verify, project, commit, until the signal ends it. Beside it, contracts are asked again
 * for what the node could not say of them, and blocks that were stored without traces are given theirs.
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runEvmChain(options: EvmChainOptions): Promise<void> {
  const { store, log } = options;
  const askContracts: IdleJob<BlockState> = ({ alone, signal }) =>
    askContractsAgain({ ...options, signal, alone: (work) => alone(() => work()) });
  const addTraces: IdleJob<BlockState> = ({ alone, signal }) =>
    fillTraces({ ...options, signal, alone: (work) => alone(({ addresses }) => work(addresses)) });
  const idle = [askContracts, ...(options.traces ? [addTraces] : []), ...(options.idle ?? [])];
  const shared = { ...options, db: store.db, lock: new Mutex(), outage: new Outage(log) };
  const follower = await Follower.open({ ...blockVerbs(options), idle }, shared);
  await follower.run();
}
