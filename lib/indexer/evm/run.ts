import { Mutex } from "../../mutex";
import { Follower } from "../follow/follow";
import { Outage } from "../follow/outage";
import type { IdleJob } from "../follow/verbs";
import { type BlockOptions, type BlockState, blockVerbs } from "./blocks";
import { askContractsAgain, type LateFactsOptions } from "./facts/late-facts";
import { fillTraces } from "./late-traces";

export interface EvmChainOptions extends BlockOptions, Pick<LateFactsOptions, "mailbox"> {
  /** Further work beside the follower. */
  idle?: readonly IdleJob<unknown>[];
  signal: AbortSignal;
}

/**
 * Follows one EVM chain until the signal: read, verify, project, commit. Beside that, contracts that the node could not
 * answer for are asked again, and blocks without traces get them.
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
