import { openEvm } from "../../client/evm";
import { publicUrl } from "../../client/node-call";
import { describeError, FirnError, NodeError } from "../../errors";
import type { Log } from "../../log";
import type { RosterEntry } from "../../store/bookkeeping/evm-roster";
import type { Stores } from "../../store/stores";
import type { ReaderOptions } from "../follow/read";
import { type Candidate, findCandidates, guessCandidates, type Problem, type Search } from "./candidates";
import type { EvmChainConfig } from "./start";

/** A chain while it is indexed. */
export interface RunningChain {
  /** Settles when it ended, with the reason if it was not asked to. Never rejects. */
  ended: Promise<Problem | undefined>;
  stop(): Promise<void>;
}

export interface ChainsOptions extends Omit<Search, "known"> {
  stores: Stores;
  /** Unix ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  log: Log;
  /** Indexes one chain, in a thread of its own. */
  start: (chain: EvmChainConfig) => RunningChain;
}

/** Between two looks at the chains: one that ended, or did not answer, is tried again then. */
const ROUND_MS = 10_000;
/**
 * One that ends by itself again and again, as for want of memory, is left alone: twice as long each time, no longer than
 * the last. One that ran for so long starts with a clean record.
 */
const PAUSE_MS = { first: 20_000, last: 600_000 };
const STEADY_AFTER_MS = 600_000;
/** In every so many rounds the node is asked which chains there are. */
const ROUNDS_PER_SEARCH = 6;
const MEETING_TIMEOUT_MS = 5_000;

/**
 * Has every EVM chain indexed that there is, each in a store of its own, until the signal ends it: those that come are
 * started, and what keeps one from being indexed is said in the roster and keeps no other.
 */
export async function followEvmChains(options: ChainsOptions): Promise<void> {
  const { stores, sleep, signal, log } = options;
  const chains = new EvmChainSet(options, (await stores.readRoster()) ?? []);
  for (let round = 0; !signal.aborted; round++) {
    try {
      if (round % ROUNDS_PER_SEARCH === 0 || !chains.found) await chains.search();
      await chains.reconcile();
    } catch (error) {
      if (!signal.aborted) log.error("the EVM chains could not be looked at", { err: error });
    }
    await sleep(ROUND_MS, signal);
  }
  await chains.stop();
}

/** What a chain ended with, as the roster says it. */
export function problemOf(error: unknown): Problem {
  if (!(error instanceof FirnError)) {
    const hint = "see the log of the index process";
    return { code: "INTERNAL", message: describeError(error), hint, passes: false };
  }
  const { code, message, hint } = error;
  return { code, message, ...(hint === undefined ? {} : { hint }), passes: error instanceof NodeError };
}

interface Chain {
  candidate: Candidate;
  /** As its node said last. */
  evmChainId: string | undefined;
  running: RunningChain | undefined;
  /** Why it is not started. */
  trouble: RosterEntry["problem"];
  /** Why it ended when it ran last. */
  failure: RosterEntry["problem"];
  /** How often in a row it ended by itself, and until when it is left alone (unix ms). */
  failures: number;
  restsUntil: number;
}

class EvmChainSet {
  readonly #options: ChainsOptions;
  /** The first of an EVM chain id has it. */
  #chains: Chain[];
  /** Whether the node has said which chains there are. */
  found = false;
  #written = "";

  constructor(options: ChainsOptions, roster: readonly RosterEntry[]) {
    this.#options = options;
    const known = roster.flatMap(({ key, blockchainId }) => (key === blockchainId ? key : []));
    const ids = new Map(roster.map(({ key, evmChainId }) => [key, evmChainId]));
    this.#chains = guessCandidates({ ...options, known }).map((candidate) =>
      newChain(candidate, ids.get(candidate.key)),
    );
  }

  /** Learns which chains there are; those that are none any more end. */
  async search(): Promise<void> {
    const { log } = this.#options;
    const known = new Map(this.#chains.map((chain) => [chain.candidate.key, { answers: isRunning(chain) }]));
    let candidates: Candidate[];
    try {
      candidates = await findCandidates({ ...this.#options, known });
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      return log.warn(`the node does not say which EVM chains there are: ${error.message}`);
    }
    const before = new Map(this.#chains.map((chain) => [chain.candidate.key, chain]));
    this.#chains = candidates.map((candidate) => {
      const chain = before.get(candidate.key) ?? newChain(candidate);
      before.delete(candidate.key);
      return Object.assign(chain, { candidate });
    });
    this.found = true;
    for (const gone of before.values()) await end(gone);
  }

  /** Meets those that are not indexed, and starts one of each EVM chain id. */
  async reconcile(): Promise<void> {
    const troubles = new Map<Chain, Problem | undefined>();
    const idle = this.#chains.filter((chain) => !isRunning(chain));
    await Promise.all(idle.map(async (chain) => troubles.set(chain, await this.#meet(chain))));
    // Whatever a node runs is asked; what is no EVM chain is nobody's concern.
    this.#chains = this.#chains.filter(({ candidate, evmChainId }) => candidate.expected || evmChainId);
    const owners = new Map<string, Chain>();
    for (const chain of this.#chains) {
      const { evmChainId } = chain;
      if (evmChainId === undefined) continue;
      const owner = owners.get(evmChainId);
      if (owner === undefined) owners.set(evmChainId, chain);
      else {
        await end(chain);
        troubles.set(chain, sameIdAs(owner));
      }
    }
    for (const [chain, problem] of troubles) this.#say(chain, problem);
    for (const chain of owners.values()) {
      if (isRunning(chain)) chain.failure = undefined;
      else if (chain.trouble === undefined && !this.#rests(chain)) this.#start(chain);
    }
    await this.#write();
  }

  /** Whether it is not to be started: it failed, or all ends. A clock that was set back keeps nothing waiting. */
  #rests({ restsUntil }: Chain): boolean {
    const { now, signal } = this.#options;
    const leftMs = restsUntil - now();
    return signal.aborted || (leftMs > 0 && leftMs <= PAUSE_MS.last);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#chains.map(end));
  }

  /** @returns why the chain can't be started now */
  async #meet(chain: Chain): Promise<Problem | undefined> {
    const { problem, chain: config } = chain.candidate;
    if (problem) return problem;
    try {
      const client = openEvm(config.rpcUrl, { timeoutMs: MEETING_TIMEOUT_MS });
      const id = await client.getEvmChainId({ signal: this.#options.signal });
      if (!Number.isSafeInteger(id) || id < 1)
        throw new NodeError("NODE_BAD_ANSWER", `eth_chainId was answered ${id}`);
      chain.evmChainId = String(id);
      return undefined;
    } catch (error) {
      if (error instanceof NodeError) return problemOf(error);
      throw error;
    }
  }

  #start(chain: Chain): void {
    const { start, now, log } = this.#options;
    const startedAt = now();
    const { chain: config } = chain.candidate;
    const evmChainId = Number(chain.evmChainId);
    log.info("an EVM chain is indexed", { evmChainId, rpcUrl: publicUrl(config.rpcUrl) });
    const running = start({ ...config, evmChainId });
    chain.running = running;
    const onEnd = async (problem: Problem | undefined) => {
      if (chain.running !== running) return;
      chain.running = undefined;
      if (problem) this.#fail(chain, problem, startedAt);
      await this.#write();
    };
    running.ended
      .then(onEnd)
      .catch((error: unknown) => log.error("the end of an EVM chain was not noted", { err: error }));
  }

  #fail(chain: Chain, problem: Problem, startedAt: number): void {
    const { now, log } = this.#options;
    const at = now();
    chain.failure = { ...problem, at };
    chain.failures = at - startedAt >= STEADY_AFTER_MS ? 1 : chain.failures + 1;
    // What happens once is tried again at the next look.
    const pauseMs =
      chain.failures === 1 ? 0 : Math.min(PAUSE_MS.last, PAUSE_MS.first * 2 ** (chain.failures - 2));
    chain.restsUntil = at + pauseMs;
    if (pauseMs === 0) return;
    const { evmChainId, failures } = chain;
    log.warn(`an EVM chain ended (${problem.message}), it is started again in ${pauseMs / 1_000} s`, {
      evmChainId,
      failures,
    });
  }

  /** Keeps the time since when it is so. */
  #say(chain: Chain, problem: Problem | undefined): void {
    if (chain.trouble?.message === problem?.message) return;
    chain.trouble = problem && { ...problem, at: this.#options.now() };
  }

  /** What can't be written now is written at the next look: nothing depends on it. */
  async #write(): Promise<void> {
    const entries = this.#chains.map(rosterEntry);
    const text = JSON.stringify(entries);
    if (text === this.#written) return;
    try {
      await this.#options.stores.writeRoster(entries);
      this.#written = text;
    } catch (error) {
      this.#options.log.warn(`the list of EVM chains was not written: ${describeError(error)}`);
    }
  }
}

function newChain(candidate: Candidate, evmChainId?: string): Chain {
  const none = { running: undefined, trouble: undefined, failure: undefined };
  return { candidate, evmChainId, ...none, failures: 0, restsUntil: 0 };
}

function isRunning({ running }: Chain): boolean {
  return running !== undefined;
}

async function end(chain: Chain): Promise<void> {
  const { running } = chain;
  chain.running = undefined;
  await running?.stop();
}

function sameIdAs({ candidate, evmChainId }: Chain): Problem {
  const { name, blockchainId } = candidate.chain.facts;
  const other = name ?? blockchainId ?? publicUrl(candidate.chain.rpcUrl);
  return {
    code: "CONFIG_INVALID",
    message: `EVM chain id ${evmChainId} is also that of ${other}, which has the store of that id`,
    hint: "one chain of an id can be indexed: leave the other one out of FIRN_EVM_CHAINS, or give one of them another id",
    passes: false,
  };
}

function rosterEntry({ candidate, evmChainId, trouble, failure }: Chain): RosterEntry {
  const { name, blockchainId } = candidate.chain.facts;
  const problem = trouble ?? failure;
  return {
    key: candidate.key,
    ...(name === undefined ? {} : { name }),
    ...(blockchainId === undefined ? {} : { blockchainId }),
    rpcUrl: publicUrl(candidate.chain.rpcUrl),
    ...(evmChainId === undefined ? {} : { evmChainId }),
    ...(problem === undefined ? {} : { problem }),
  };
}
