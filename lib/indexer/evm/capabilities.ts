import type { EvmBlockRef, EvmClient, TraceAnswer } from "../../client/evm";
import { readEvmFacts, writeEvmFacts } from "../../store/bookkeeping/evm-facts";
import { type HeightRange, untracedFact, untracedRanges, withRange } from "../../store/bookkeeping/untraced";
import type { EvmDb } from "../../store/db";
import type { ExecutedBlock } from "./feed/block";

/** Gathers which of some blocks that follow each other have transactions and came without traces. */
export class UntracedBlocks {
  readonly #ranges: HeightRange[] = [];
  /** Blocks without traces up to the last one; empty ones among them need none. */
  #stretch: HeightRange | undefined;

  add({ height, traces, transactions }: ExecutedBlock): void {
    if (transactions.length > 0 && traces !== undefined) {
      this.#stretch = undefined;
      return;
    }
    this.#stretch ??= { from: height, to: height };
    this.#stretch.to = height;
    if (transactions.length > 0 && this.#ranges.at(-1) !== this.#stretch) this.#ranges.push(this.#stretch);
  }

  /** Keeps them in the store with those it knows of. */
  async write(db: EvmDb): Promise<void> {
    if (this.#ranges.length === 0) return;
    const known = untracedRanges(await readEvmFacts(db));
    await writeEvmFacts(db, untracedFact(this.#ranges.reduce(withRange, known)));
  }
}

type Tracer = Pick<EvmClient, "getTraces">;

/** Whether the node has a debug API, whatever it may refuse there. @throws NodeError when it does not answer */
export async function hasDebugApi(
  client: Pick<EvmClient, "getHead" | "getTraces">,
  signal: AbortSignal,
): Promise<boolean> {
  const height = await client.getHead({ signal });
  return (await client.getTraces([{ height, txHashes: [] }], { signal })) !== undefined;
}

/** Call trees of blocks, or of each block why there are none. @throws NodeError when the node does not answer */
export async function readTraces(
  client: Tracer,
  blocks: readonly EvmBlockRef[],
  signal: AbortSignal,
): Promise<TraceAnswer[]> {
  if (blocks.length === 0) return [];
  return (await client.getTraces(blocks, { signal })) ?? blocks.map(() => ({ refused: NO_METHOD }));
}

/**
 * When a block is stored without its traces: a node that refuses them for good must not keep the chain waiting. A
 * reason is learned once, from a block that was refused it several times; from then on it counts at once, unless it is
 * that the node was too slow.
 */
export class TracePatience {
  readonly #refusals = new Map<number, number>();
  readonly #final = new Set<string>();

  /** Whether to ask again for what was refused. Tell it only of blocks that the node knows otherwise. */
  asksAgain(height: number, refused: string): boolean {
    const reason = reasonOf(refused);
    if (this.#final.has(reason)) return false;
    const refusals = (this.#refusals.get(height) ?? 0) + 1;
    if (refusals < PATIENCE) {
      this.#refusals.set(height, refusals);
      return true;
    }
    this.#refusals.clear();
    if (!TOO_SLOW.test(reason)) this.#final.add(reason);
    return false;
  }
}

const NO_METHOD = "there is no debug API";
/** Refusals of a block before it does without: with the pauses between them about eight seconds. */
const PATIENCE = 6;

const TOO_SLOW = /time ?out|timed out|deadline|cancell?ed/i;

/** The same for all blocks: without hashes and numbers, and what geth puts in brackets, which may be short ones. */
function reasonOf(refused: string): string {
  return refused.replace(/\([^)]*\)/g, "").replace(/(0x)?[0-9a-f]{8,}|\d+/gi, "#");
}
