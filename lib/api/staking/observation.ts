import { formatNodeId } from "../../avalanche/ids";
import type { NodeClient } from "../../client/node";
import { getNodeID, uptime } from "../../contract/node/info";
import { getCurrentValidators } from "../../contract/node/platform-stakers";

/** What the node beside this Firn says of a Primary Network validator: what it sees of others, and its peers of itself. */
export interface Observation {
  /** Percent of its period so far; absent where nobody says. */
  uptimePercent?: number;
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
  const unknown = () => undefined;
  const [{ validators }, own, seen] = await Promise.all([
    node.call("/ext/bc/P", getCurrentValidators, {}),
    node.call("/ext/info", getNodeID, {}).catch(unknown),
    // Refused by a node that does not validate.
    node.call("/ext/info", uptime, {}).catch(unknown),
  ]);
  const ofItself = seen === undefined ? {} : { uptimePercent: Number(seen.weightedAveragePercentage) };
  return new Map(
    validators.flatMap(({ nodeID, uptime: told, connected }) =>
      told === undefined
        ? []
        : [
            [
              nodeID,
              {
                ...(nodeID === own?.nodeID ? ofItself : { uptimePercent: Number(told) }),
                connected: connected === true,
              },
            ],
          ],
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
