import { contradiction } from "../../../avalanche/evm/outcome";
import type { EvmClient } from "../../../client/evm";
import type { EvmCall } from "../../../client/evm-json";
import { NodeError } from "../../../errors";
import type { Log } from "../../../log";
import type { ReaderOptions } from "../../follow/read";
import type { ProvedBlock } from "../feed/execution";
import { type ComparedBalances, compareBalances } from "./native-balances";

export interface BalanceSampleOptions {
  /** One that does not wait long: blocks wait for it. */
  client: Pick<EvmClient, "getBalances" | "getUpgradeTimes">;
  /** Of the C-Chain: asked for where there are atomic transactions. */
  avaxAssetId?: (() => Promise<Uint8Array>) | undefined;
  /** Unix or monotonic ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  log: Log;
}

/** Where a block stands that may be compared. */
interface Place {
  /** Unix seconds, of the block before. */
  parentTime: number;
  /** Whether it is the last that the node has: of older ones many nodes keep no state. */
  isHead: boolean;
  signal: AbortSignal;
}

/** One block at most in this time, and so many of its accounts. */
const EVERY_MS = 10_000;
const MOST_ACCOUNTS = 16;
/** A node that does not tell is asked ever more seldom, down to this. */
const MOST_PAUSE_MS = 3_600_000;
/** An answer must be the same after this long before it is held against the node. */
const AGAIN_MS = 2_000;

/**
 * Holds traces of a sample of blocks at the head to the node's own state: native balances before and after. No root of
 * a header covers traces.
 */
export class BalanceSample {
  readonly #options: BalanceSampleOptions;
  #askedAt: number | undefined;
  #pauseMs = EVERY_MS;
  /** The block that contradicted last: compared whenever it comes. */
  #doubted: number | undefined;

  constructor(options: BalanceSampleOptions) {
    this.#options = options;
  }

  /**
   * The block; without its traces if they contradicted the state before and the node has no state of it any more.
   * @throws DataError EXECUTION_MISMATCH when balances changed otherwise than its traces say
   * @throws NodeError when the node does not answer about a block that contradicted before
   */
  async check(block: ProvedBlock, place: Place): Promise<ProvedBlock> {
    const isDoubted = this.doubts(block.height);
    if (!block.traces?.length || !(isDoubted || (place.isHead && this.#isTime()))) return block;
    const found = await this.#compare(block, place, isDoubted);
    if ("differing" in found) {
      this.#pauseMs = EVERY_MS;
      const [first] = found.differing;
      if (first === undefined) return block;
      this.#doubted = block.height;
      throw contradiction(
        `the traces of block ${block.height}`,
        `and its fees change the native balance of ${first.account} by ${first.told} wei, the node's state by ${first.node}`,
      );
    }
    this.#pauseMs = Math.min(2 * this.#pauseMs, MOST_PAUSE_MS);
    if (!isDoubted) return block;
    const why = `its traces contradicted the node's state, which can't be had any more: ${found.notChecked}`;
    this.#options.log.warn(`block ${block.height} is stored without traces: ${why}`);
    return { ...block, traces: undefined };
  }

  /** Whether traces of a block have contradicted the node's state: without it none are believed. */
  doubts(height: number): boolean {
    return height === this.#doubted;
  }

  #isTime(): boolean {
    const now = this.#options.now();
    if (this.#askedAt !== undefined && Math.abs(now - this.#askedAt) < this.#pauseMs) return false;
    this.#askedAt = now;
    return true;
  }

  async #compare(block: ProvedBlock, place: Place, isDoubted: boolean): Promise<ComparedBalances> {
    const { sleep } = this.#options;
    try {
      const found = await this.#ask(block, place, isDoubted);
      if (!("differing" in found) || found.differing.length === 0) return found;
      await sleep(AGAIN_MS, place.signal);
      return await this.#ask(block, place, isDoubted);
    } catch (error) {
      if (isDoubted || !(error instanceof NodeError)) throw error;
      return { notChecked: error.message };
    }
  }

  async #ask(block: ProvedBlock, { parentTime, signal }: Place, isWhole: boolean): Promise<ComparedBalances> {
    const { client, avaxAssetId } = this.#options;
    const { outcomes, traces = [], atomic } = block;
    const transactions = outcomes.map(({ from, gasUsed, gasPrice }, i) => ({
      sender: from,
      fee: BigInt(gasUsed) * gasPrice,
      trace: traces[i] as EvmCall,
    }));
    const assetId = atomic?.length ? await avaxAssetId?.() : undefined;
    return compareBalances(
      { ...block, transactions, parentTime },
      { client, avaxAssetId: assetId, signal, ...(!isWhole && { most: MOST_ACCOUNTS }) },
    );
  }
}
