import { readEvmFacts, writeEvmFacts } from "../../../store/bookkeeping/evm-facts";
import {
  type HeightRange,
  type LackFact,
  rangesFact,
  rangesOf,
  withRange,
} from "../../../store/bookkeeping/height-ranges";
import type { EvmDb } from "../../../store/db";
import type { ExecutedBlock } from "../feed/block";

/** What a block has of what a fact is about: all of it, nothing, or nothing to have. */
type Having = "all" | "nothing" | "no need";

/** Collects the ranges of blocks that are stored without their traces, or their logs. Blocks are added in order. */
export class LackingBlocks {
  readonly #fact: LackFact;
  readonly #havingOf: (block: ExecutedBlock) => Having;
  readonly #ranges: HeightRange[] = [];
  /** The range being collected. It may run over blocks that need nothing. */
  #stretch: HeightRange | undefined;

  private constructor(fact: LackFact, havingOf: (block: ExecutedBlock) => Having) {
    this.#fact = fact;
    this.#havingOf = havingOf;
  }

  /** Blocks that have transactions but came without traces. */
  static untraced(): LackingBlocks {
    return new LackingBlocks("untraced", ({ traces, transactions }) => {
      if (transactions.length === 0) return "no need";
      return traces === undefined ? "nothing" : "all";
    });
  }

  /** Blocks that have logs, if these are left out. */
  static unlogged(leaveOutLogs: boolean): LackingBlocks {
    return new LackingBlocks("unlogged", ({ logs }) => {
      if (logs === undefined) return "no need";
      return leaveOutLogs ? "nothing" : "all";
    });
  }

  add(block: ExecutedBlock): void {
    const { height } = block;
    const having = this.#havingOf(block);
    if (having === "all") {
      this.#stretch = undefined;
      return;
    }
    this.#stretch ??= { from: height, to: height };
    this.#stretch.to = height;
    if (having === "nothing" && this.#ranges.at(-1) !== this.#stretch) this.#ranges.push(this.#stretch);
  }

  /** Adds them to those in the store. */
  async write(db: EvmDb): Promise<void> {
    if (this.#ranges.length === 0) return;
    const known = rangesOf(await readEvmFacts(db), this.#fact);
    await writeEvmFacts(db, rangesFact(this.#fact, this.#ranges.reduce(withRange, known)));
  }
}
