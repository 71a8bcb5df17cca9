import { openEvm } from "../../client/evm";
import { publicUrl } from "../../client/node-call";
import { describeError, FirnError, NodeError } from "../../errors";
import { every } from "../../every";
import type { Log } from "../../log";
import type { RegistryEntry } from "../../store/bookkeeping/chain-registry";
import type { Stores } from "../../store/stores";
import type { ReaderOptions } from "../follow/read";
import { type Candidate, findCandidates, guessCandidates, type Problem, type Search } from "./candidates";
import type { EvmChainConfig } from "./start";

/** A chain that is being indexed. */
export interface RunningChain {
  /** Resolves when it ends: with the problem, unless it was stopped. Never rejects. */
  ended: Promise<Problem | undefined>;
  stop(): Promise<void>;
}

export interface ChainsOptions extends Omit<Search, "known"> {
  stores: Stores;
  /** Unix ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  log: Log;
  /** Indexes one chain in its own thread. */
  start: (chain: EvmChainConfig) => RunningChain;
}

/** Pause between two rounds. A chain that ended or did not answer is tried again in the next one. */
const ROUND_MS = 10_000;
/**
 * Pauses of a chain that ends again and again, for example for lack of memory. They double from the first to the last.
 * A chain that ran for `STEADY_AFTER_MS` starts over.
 */
const PAUSE_MS = { first: 20_000, last: 600_000 };
const STEADY_AFTER_MS = 600_000;
/** Every so many rounds the node is asked which chains there are. */
const ROUNDS_PER_SEARCH = 6;
const ID_TIMEOUT_MS = 5_000;

/**
 * Indexes every EVM chain that there is, each in its own store, until the signal. New chains are started as they
 * appear. A problem of one chain is written to the list of EVM chains and does not hold up the others.
 */
export async function followEvmChains(options: ChainsOptions): Promise<void> {
  const { stores, signal, log } = options;
  const chains = new EvmChainSet(options, (await stores.readRegistry()) ?? []);
  let rounds = 0;
  const check = async () => {
    try {
      if (rounds++ % ROUNDS_PER_SEARCH === 0 || !chains.isListed) await chains.search();
      await chains.reconcile();
    } catch (error) {
      if (!signal.aborted) log.error("the EVM chains could not be checked", { err: error });
    }
  };
  await every(ROUND_MS, check, options);
  await chains.stop();
}

/** An error as the list of EVM chains reports it. */
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
  /** As the node last answered. */
  evmChainId: string | undefined;
  running: RunningChain | undefined;
  /** Why it is not started. */
  problem: RegistryEntry["problem"];
  /** Why its last run ended. */
  failure: RegistryEntry["problem"];
  /** How often in a row it ended without being stopped, and until when it is left alone (unix ms). */
  failures: number;
  pausedUntil: number;
}

class EvmChainSet {
  readonly #options: ChainsOptions;
  /** In order of priority: of two with the same EVM chain id the first is indexed. */
  #chains: Chain[];
  /** Whether the node has listed the chains. */
  isListed = false;
  #written = "";

  constructor(options: ChainsOptions, registry: readonly RegistryEntry[]) {
    this.#options = options;
    const known = registry.flatMap(({ key, blockchainId }) => (key === blockchainId ? key : []));
    const ids = new Map(registry.map(({ key, evmChainId }) => [key, evmChainId]));
    this.#chains = guessCandidates({ ...options, known }).map((candidate) =>
      newChain(candidate, ids.get(candidate.key)),
    );
  }

  /** Asks the node which chains there are, and ends those that are gone. */
  async search(): Promise<void> {
    const { log } = this.#options;
    const known = new Map(this.#chains.map((chain) => [chain.candidate.key, { answers: isRunning(chain) }]));
    let candidates: Candidate[];
    try {
      candidates = await findCandidates({ ...this.#options, known });
    } catch (error) {
      if (!(error instanceof NodeError)) throw error;
      return log.warn(`the node did not list the EVM chains: ${error.message}`);
    }
    const before = new Map(this.#chains.map((chain) => [chain.candidate.key, chain]));
    this.#chains = candidates.map((candidate) => {
      const chain = before.get(candidate.key) ?? newChain(candidate);
      before.delete(candidate.key);
      return Object.assign(chain, { candidate });
    });
    this.isListed = true;
    for (const lost of before.values()) await end(lost);
  }

  /** Asks chains that are not running for their ids, then starts one chain of each id. */
  async reconcile(): Promise<void> {
    const problems = new Map<Chain, Problem | undefined>();
    const idle = this.#chains.filter((chain) => !isRunning(chain));
    await Promise.all(idle.map(async (chain) => problems.set(chain, await this.#identify(chain))));
    // A chain that was found on the node may not be an EVM chain. That is not a problem.
    this.#chains = this.#chains.filter(({ candidate, evmChainId }) => candidate.expected || evmChainId);
    const owners = new Map<string, Chain>();
    for (const chain of this.#chains) {
      const { evmChainId } = chain;
      if (evmChainId === undefined) continue;
      const owner = owners.get(evmChainId);
      if (owner === undefined) owners.set(evmChainId, chain);
      else {
        await end(chain);
        problems.set(chain, sameIdAs(owner));
      }
    }
    for (const [chain, problem] of problems) this.#setProblem(chain, problem);
    for (const chain of owners.values()) {
      if (isRunning(chain)) chain.failure = undefined;
      else if (chain.problem === undefined && !this.#isPaused(chain)) this.#start(chain);
    }
    await this.#write();
  }

  /**
   * Whether it must not be started yet. A pause that ends too far ahead was set before the clock was set back, and is
   * ignored.
   */
  #isPaused({ pausedUntil }: Chain): boolean {
    const { now, signal } = this.#options;
    const leftMs = pausedUntil - now();
    return signal.aborted || (leftMs > 0 && leftMs <= PAUSE_MS.last);
  }

  async stop(): Promise<void> {
    await Promise.all(this.#chains.map(end));
  }

  /** Asks the chain for its id. @returns why it cannot be started now */
  async #identify(chain: Chain): Promise<Problem | undefined> {
    const { problem, chain: config } = chain.candidate;
    if (problem) return problem;
    try {
      const client = openEvm(config.rpcUrl, { timeoutMs: ID_TIMEOUT_MS });
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
    log.info("indexing an EVM chain", { evmChainId, rpcUrl: publicUrl(config.rpcUrl) });
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
      .catch((error: unknown) => log.error("the end of an EVM chain was not recorded", { err: error }));
  }

  #fail(chain: Chain, problem: Problem, startedAt: number): void {
    const { now, log } = this.#options;
    const at = now();
    chain.failure = { ...problem, at };
    chain.failures = at - startedAt >= STEADY_AFTER_MS ? 1 : chain.failures + 1;
    // A first failure is retried in the next round.
    const pauseMs =
      chain.failures === 1 ? 0 : Math.min(PAUSE_MS.last, PAUSE_MS.first * 2 ** (chain.failures - 2));
    chain.pausedUntil = at + pauseMs;
    if (pauseMs === 0) return;
    const { evmChainId, failures } = chain;
    log.warn(`an EVM chain ended (${problem.message}); starting it again in ${pauseMs / 1_000} s`, {
      evmChainId,
      failures,
    });
  }

  /** A problem keeps the time at which it began. */
  #setProblem(chain: Chain, problem: Problem | undefined): void {
    if (chain.problem?.message === problem?.message) return;
    chain.problem = problem && { ...problem, at: this.#options.now() };
  }

  /** A failed write is retried in the next round. Nothing depends on it. */
  async #write(): Promise<void> {
    const entries = this.#chains.map(registryEntry);
    const text = JSON.stringify(entries);
    if (text === this.#written) return;
    try {
      await this.#options.stores.writeRegistry(entries);
      this.#written = text;
    } catch (error) {
      this.#options.log.warn(`the list of EVM chains was not written: ${describeError(error)}`);
    }
  }
}

function newChain(candidate: Candidate, evmChainId?: string): Chain {
  const none = { running: undefined, problem: undefined, failure: undefined };
  return { candidate, evmChainId, ...none, failures: 0, pausedUntil: 0 };
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
  const place = blockchainId ?? publicUrl(candidate.chain.rpcUrl);
  const other = name === undefined ? place : `${name} (${place})`;
  return {
    code: "CONFIG_INVALID",
    message: `EVM chain id ${evmChainId} is already used by ${other}`,
    hint: "only one chain of each id can be indexed: list those that you want in FIRN_EVM_CHAINS, or give this one another id",
    passes: false,
  };
}

function registryEntry({ candidate, evmChainId, problem, failure }: Chain): RegistryEntry {
  const { name, blockchainId } = candidate.chain.facts;
  const shown = problem ?? failure;
  return {
    key: candidate.key,
    ...(name === undefined ? {} : { name }),
    ...(blockchainId === undefined ? {} : { blockchainId }),
    rpcUrl: publicUrl(candidate.chain.rpcUrl),
    ...(evmChainId === undefined ? {} : { evmChainId }),
    ...(shown === undefined ? {} : { problem: shown }),
  };
}
