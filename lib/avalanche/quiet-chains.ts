import { isAcceptedLive } from "./accepted-live";

/** How often a chain's blocks come, ms. */
interface Pace {
  /** Pause after which the chain counts as quiet. */
  allowedMs: number;
  /** When the node accepted the newest block, unix ms. */
  newestAt: number;
}

/** A stream, as far as its silence is concerned. `time` is chain time, unix seconds. */
interface PacedStream<P extends Pace> {
  stream: string;
  evm?: { isCChain: boolean; name?: string | undefined } | undefined;
  pace?: P | undefined;
  indexedHead?: { time?: number | undefined } | undefined;
}

/** A chain that has had no block for longer than its own pace allows. */
export interface QuietChain<P extends Pace = Pace> {
  name: string;
  /** When its newest block came, unix ms. */
  sinceMs: number;
  pace: P;
}

/** Quiet chains, longest silence first. `now` is the wall clock, unix ms. */
export function quietChains<P extends Pace>(
  streams: readonly PacedStream<P>[],
  now: number,
): QuietChain<P>[] {
  const replayedMs = replayLagOf(streams);
  return streams
    .flatMap(({ stream, evm, pace, indexedHead }): QuietChain<P>[] => {
      // The C-Chain's EVM side has the blocks of its index.
      if (pace === undefined || evm?.isCChain) return [];
      const own = indexedHead?.time === undefined ? 0 : indexedHead.time * 1_000 + replayedMs;
      const sinceMs = Math.max(pace.newestAt, own);
      const name = evm === undefined ? `${stream.charAt(0)}-Chain` : (evm.name ?? stream);
      return now - sinceMs > pace.allowedMs ? [{ name, sinceMs, pace }] : [];
    })
    .toSorted((a, b) => a.sinceMs - b.sinceMs);
}

/**
 * Delay of a replayed network, ms: from the newest block's timestamp to its acceptance, over the Primary Network. A
 * recorded network continues from its recording and its chains are measured by that clock. 0 for a live network.
 */
function replayLagOf(streams: readonly PacedStream<Pace>[]): number {
  const [newest] = streams
    .flatMap(({ evm, pace, indexedHead }) =>
      evm !== undefined || pace === undefined || indexedHead?.time === undefined
        ? []
        : { at: pace.newestAt, lagMs: pace.newestAt - indexedHead.time * 1_000 },
    )
    .toSorted((a, b) => b.at - a.at);
  return newest === undefined || isAcceptedLive(newest.lagMs) ? 0 : newest.lagMs;
}
