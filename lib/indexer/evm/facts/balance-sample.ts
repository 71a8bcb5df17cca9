import { contradiction } from "../../../avalanche/evm/outcome";
import type { EvmClient } from "../../../client/evm";
import type { EvmCall } from "../../../client/evm-json";
import { NodeError } from "../../../errors";
import type { Log } from "../../../log";
import type { ReaderOptions } from "../../follow/read";
import type { ProvedBlock } from "../feed/execution";
import { type ComparedBalances, compareBalances } from "./native-balances";

export interface BalanceSampleOptions {
  /** A client with a short time limit, because blocks wait for it. */
  client: Pick<EvmClient, "getBalances" | "getUpgradeTimes">;
  /** Of the C-Chain. Called only if there are atomic transactions. */
  avaxAssetId?: (() => Promise<Uint8Array>) | undefined;
  /** Unix or monotonic ms. */
  now: () => number;
  sleep: ReaderOptions["sleep"];
  log: Log;
}

/** What is known of the block besides its own data. */
interface BlockContext {
  /** Time of the previous block, unix seconds. */
  parentTime: number;
  /** Whether it is the node's last block. Many nodes keep no state of older ones. */
  isHead: boolean;
  signal: AbortSignal;
}

/** At most one block per `EVERY_MS`, and at most `MOST_ACCOUNTS` of its accounts. */
const EVERY_MS = 10_000;
const MOST_ACCOUNTS = 16;
/** If the node gives no balances, the pause doubles up to this. */
const LONGEST_PAUSE_MS = 3_600_000;
/** A contradiction counts only if the node repeats it after this long. */
const CONFIRM_MS = 2_000;

/**
 * Compares the traces of a sample of blocks at the head with the node's state: native balances before and after. No
 * header covers traces.
 */
export class BalanceSample {
  readonly #options: BalanceSampleOptions;
  #askedAt: number | undefined;
  #pauseMs = EVERY_MS;
  /** The last block whose traces contradicted the state. It is compared every time it is read. */
  #doubted: number | undefined;

  constructor(options: BalanceSampleOptions) {
    this.#options = options;
  }

  /**
   * The block, without its traces if they contradicted the state earlier and the node no longer has that state.
   * @throws DataError EXECUTION_MISMATCH when balances changed otherwise than the traces say
   * @throws NodeError when the node does not answer about a block that contradicted earlier
   */
  async check(block: ProvedBlock, context: BlockContext): Promise<ProvedBlock> {
    const isDoubted = this.doubts(block.height);
    if (!block.traces?.length || !(isDoubted || (context.isHead && this.#isTime()))) return block;
    const found = await this.#compare(block, context, isDoubted);
    if ("differing" in found) {
      this.#pauseMs = EVERY_MS;
      const [first] = found.differing;
      if (first === undefined) return block;
      this.#doubted = block.height;
      throw contradiction(
        `the traces of block ${block.height}`,
        `and its fees change the native balance of ${first.account} by ${first.expected} wei, the node's state by ${first.node}`,
      );
    }
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
    if (!isDoubted) return block;
    const why = `its traces contradicted the node's state, which is no longer available: ${found.notChecked}`;
    this.#options.log.warn(`block ${block.height} is stored without traces: ${why}`);
    return { ...block, traces: undefined };
  }

  /** Whether the traces of a block have contradicted the node's state. */
  doubts(height: number): boolean {
    return height === this.#doubted;
  }

  #isTime(): boolean {
    const now = this.#options.now();
    if (this.#askedAt !== undefined && Math.abs(now - this.#askedAt) < this.#pauseMs) return false;
    this.#askedAt = now;
    return true;
  }

  async #compare(block: ProvedBlock, context: BlockContext, isDoubted: boolean): Promise<ComparedBalances> {
    const { sleep } = this.#options;
    try {
      const found = await this.#ask(block, context, isDoubted);
      if (!("differing" in found) || found.differing.length === 0) return found;
      await sleep(CONFIRM_MS, context.signal);
      return await this.#ask(block, context, isDoubted);
    } catch (error) {
      if (isDoubted || !(error instanceof NodeError)) throw error;
      return { notChecked: error.message };
    }
  }

  async #ask(
    block: ProvedBlock,
    { parentTime, signal }: BlockContext,
    isWhole: boolean,
  ): Promise<ComparedBalances> {
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
