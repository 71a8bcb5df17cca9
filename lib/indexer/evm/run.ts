import { Mutex } from "../../mutex";
import { Follower, type FollowerOptions } from "../follow/follow";
import { Outage } from "../follow/outage";
import type { IdleJob } from "../follow/verbs";
import { type BlockOptions, type BlockState, blockVerbs } from "./blocks";
import { compareLater } from "./facts/late-balances";
import { askContractsAgain, type LateFactsOptions } from "./facts/late-facts";
import { completeHistory, type HistoryOptions } from "./history";
import { fillSigners } from "./late-signers";
import { fillTraces } from "./late-traces";

export interface EvmChainOptions
  extends BlockOptions,
    Pick<LateFactsOptions, "mailbox">,
    Pick<FollowerOptions, "pace"> {
  /** Reads the blocks before the store's first one. They are not read unless given. */
  older?: Pick<HistoryOptions, "source" | "openOlder"> | undefined;
  /** Further work beside the follower. */
  idle?: readonly IdleJob<unknown>[];
  signal: AbortSignal;
}

/**
 * Follows one EVM chain until the signal: read, verify, project, commit. Beside that, blocks before the store's first one
 * are added, contracts that the node could not answer for are asked again, tokens are compared with them, blocks without traces get them, and keys
 * that signed in blocks of an older version are read.
 * @throws StoreError when the store fails for good or another indexer took it
 */
export async function runEvmChain(options: EvmChainOptions): Promise<void> {
  const { store, log } = options;
  const askContracts: IdleJob<BlockState> = ({ alone, signal }) =>
    askContractsAgain({ ...options, signal, alone: (work) => alone(() => work()) });
  const compareTokens: IdleJob<BlockState> = ({ alone, signal }) =>
    compareLater({ ...options, signal, alone: (work) => alone(() => work()) });
  const addTraces: IdleJob<BlockState> = ({ alone, signal }) =>
    fillTraces({ ...options, signal, alone: (work) => alone(({ addresses }) => work(addresses)) });
  const addSigners: IdleJob<BlockState> = ({ alone, signal }) =>
    fillSigners({ ...options, signal, alone: (work) => alone(() => work()) });
  const { older } = options;
  const addOlder: IdleJob<BlockState> = async ({ alone, signal }) => {
    if (older) await completeHistory({ ...options, ...older, signal, alone });
  };
  const idle = [
    addOlder,
    askContracts,
    compareTokens,
    addSigners,
    ...(options.traces ? [addTraces] : []),
    ...(options.idle ?? []),
  ];
  const shared = { ...options, db: store.db, lock: new Mutex(), outage: new Outage(log) };
  const follower = await Follower.open({ ...blockVerbs(options), idle }, shared);
  await follower.run();
}
