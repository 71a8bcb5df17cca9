import type { EvmBlockRef, EvmClient, TraceAnswer } from "../../client/evm";

type Tracer = Pick<EvmClient, "getTraces">;

/** Whether the node has a debug API, even if it refuses some traces. @throws NodeError when it does not answer */
export async function hasDebugApi(
  client: Pick<EvmClient, "getHead" | "getTraces">,
  signal: AbortSignal,
): Promise<boolean> {
  const height = await client.getHead({ signal });
  return (await client.getTraces([{ height, txHashes: [] }], { signal })) !== undefined;
}

/** The call trees of each block, or why there are none. @throws NodeError when the node does not answer */
export async function readTraces(
  client: Tracer,
  blocks: readonly EvmBlockRef[],
  signal: AbortSignal,
): Promise<TraceAnswer[]> {
  if (blocks.length === 0) return [];
  return (await client.getTraces(blocks, { signal })) ?? blocks.map(() => ({ refused: NO_METHOD }));
}

/**
 * Decides when a block is stored without traces, so that a node which refuses them for good does not hold up the chain.
 * A block is given up after several refusals. From then on that reason counts at once for every block, unless it was a
 * timeout.
 */
export class TraceRetries {
  readonly #refusals = new Map<number, number>();
  readonly #final = new Set<string>();

  /** Whether to ask again. Call it only for blocks that the node has executed. */
  shouldRetry(height: number, refused: string): boolean {
    const reason = commonReason(refused);
    if (this.#final.has(reason)) return false;
    const refusals = (this.#refusals.get(height) ?? 0) + 1;
    if (refusals < MOST_REFUSALS) {
      this.#refusals.set(height, refusals);
      return true;
    }
    this.#refusals.clear();
    if (!TOO_SLOW.test(reason)) this.#final.add(reason);
    return false;
  }
}

const NO_METHOD = "there is no debug API";
/** Refusals of one block before it is given up: about eight seconds with the pauses between them. */
const MOST_REFUSALS = 6;

const TOO_SLOW = /time ?out|timed out|deadline|cancell?ed/i;

/** The reason without what differs from block to block: hashes, numbers, and what geth puts in brackets. */
function commonReason(refused: string): string {
  return refused.replace(/\([^)]*\)/g, "").replace(/(0x)?[0-9a-f]{8,}|\d+/gi, "#");
}
