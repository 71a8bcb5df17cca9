import { formatNodeId } from "../avalanche/ids";
import type { NodeClient } from "../client/node";
import { getCurrentValidators } from "../contract/node/platform-stakers";

/** What the node beside this Firn says of a Primary Network validator: its own opinion, of now. */
export interface Observation {
  /** Percent of its period so far. */
  uptimePercent: number;
  connected: boolean;
}

/** Observations by node id text; undefined when the node does not answer. Asks at most every 30 s, one call for all. */
export type Observe = () => Promise<ReadonlyMap<string, Observation> | undefined>;

const FRESH_MS = 30_000;

/** Asks `node`; without one, nobody observes. */
export function openObserver(node: NodeClient | undefined, nowMs: () => number): Observe {
  if (node === undefined) return async () => undefined;
  let last: { askedAtMs: number; answer: ReturnType<Observe> } | undefined;
  return () => {
    if (last === undefined || Math.abs(nowMs() - last.askedAtMs) > FRESH_MS)
      last = { askedAtMs: nowMs(), answer: ask(node).catch(() => undefined) };
    return last.answer;
  };
}

async function ask(node: NodeClient): Promise<ReadonlyMap<string, Observation>> {
  const { validators } = await node.call("/ext/bc/P", getCurrentValidators, {});
  return new Map(
    validators.flatMap(({ nodeID, uptime, connected }) =>
      uptime === undefined
        ? []
        : [[nodeID, { uptimePercent: Number(uptime), connected: connected === true }]],
    ),
  );
}

/** The observation of one node. */
export function observationOf(
  observations: ReadonlyMap<string, Observation> | undefined,
  nodeId: Uint8Array,
): Observation | undefined {
  return observations?.get(formatNodeId(nodeId));
}
