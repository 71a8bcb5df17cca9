import { toHex } from "../../avalanche/codec/bytes";
import { NodeError } from "../../errors";
import { Lru } from "../../lru";
import type { EvmSnapshot } from "../snapshot/evm";

/** Bytes of contracts' code, as their nodes tell them. */
export interface CodeSizes {
  /**
   * In the order of the addresses: undefined where the node does not tell. Call it outside a snapshot, which must not
   * wait for a node. Never fails.
   */
  of(chain: ChainOfNode, addresses: readonly Uint8Array[]): Promise<(number | undefined)[]>;
}

type ChainOfNode = Pick<EvmSnapshot, "nodes" | "facts" | "evmChainId">;

/** A list may wait this long for a figure that it can do without. */
const TIMEOUT_MS = 1_500;
/** A node that did not answer is not asked again for this long. */
const PAUSE_MS = 15_000;
/** Code stays as it is, unless a contract destroys itself or is created at the same address again. */
const KEEP_MS = 10 * 60_000;
const MOST_SIZES = 20_000;

/** @param nowMs unix ms */
export function openCodeSizes(nowMs: () => number): CodeSizes {
  const known = new Lru<string, { size: number; atMs: number }>(MOST_SIZES);
  const silent = new Map<string, number>();
  const isWithin = (atMs: number | undefined, ms: number) =>
    atMs !== undefined && Math.abs(nowMs() - atMs) < ms;
  return {
    async of({ nodes, facts, evmChainId }, addresses) {
      const keys = addresses.map((address) => `${evmChainId} ${toHex(address)}`);
      const sizes = keys.map((key) => {
        const last = known.get(key);
        return last !== undefined && isWithin(last.atMs, KEEP_MS) ? last.size : undefined;
      });
      const missing = [...sizes.keys()].filter((at) => sizes[at] === undefined);
      if (missing.length === 0 || isWithin(silent.get(evmChainId), PAUSE_MS)) return sizes;
      try {
        const asked = missing.map((at) => addresses[at] as Uint8Array);
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answers = await nodes.client(facts).getCodeSizes(asked, { signal });
        for (const [index, at] of missing.entries()) {
          const size = answers[index];
          sizes[at] = size;
          if (size !== undefined) known.set(keys[at] as string, { size, atMs: nowMs() });
        }
        silent.delete(evmChainId);
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        silent.set(evmChainId, nowMs());
      }
      return sizes;
    },
  };
}
