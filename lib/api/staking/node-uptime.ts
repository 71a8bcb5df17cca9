import { formatNodeId } from "../../avalanche/ids";
import type { NodeClient } from "../../client/node";
import { getNodeID, uptime } from "../../contract/node/info";
import { getCurrentValidators } from "../../contract/node/platform-stakers";

/** What the node reports about a Primary Network validator: its own view of others, and its peers' view of itself. */
export interface NodeUptime {
  /** Percent of the period so far; absent when unknown. */
  uptimePercent?: number;
  connected: boolean;
}

/** Observations by node id text; undefined when the node does not answer. Cached for 30 s, one call for all. */
export type ReadNodeUptimes = () => Promise<ReadonlyMap<string, NodeUptime> | undefined>;

const FRESH_MS = 30_000;

/** Observations of `node`; always undefined without a node. */
export function openNodeUptimes(node: NodeClient | undefined, nowMs: () => number): ReadNodeUptimes {
  if (node === undefined) return async () => undefined;
  let last: { askedAtMs: number; answer: ReturnType<ReadNodeUptimes> } | undefined;
  return () => {
    if (last === undefined || Math.abs(nowMs() - last.askedAtMs) > FRESH_MS)
      last = { askedAtMs: nowMs(), answer: ask(node).catch(() => undefined) };
    return last.answer;
  };
}

async function ask(node: NodeClient): Promise<ReadonlyMap<string, NodeUptime>> {
  const unknown = () => undefined;
  const [{ validators }, own, seen] = await Promise.all([
    node.call("/ext/bc/P", getCurrentValidators, {}),
    node.call("/ext/info", getNodeID, {}).catch(unknown),
    // A node that does not validate refuses this.
    node.call("/ext/info", uptime, {}).catch(unknown),
  ]);
  const ofItself = seen === undefined ? {} : { uptimePercent: Number(seen.weightedAveragePercentage) };
  return new Map(
    validators.flatMap(({ nodeID, uptime: percent, connected }) =>
      percent === undefined
        ? []
        : [
            [
              nodeID,
              {
                ...(nodeID === own?.nodeID ? ofItself : { uptimePercent: Number(percent) }),
                connected: connected === true,
              },
            ],
          ],
    ),
  );
}

/** The observation of one node. */
export function uptimeOf(
  observations: ReadonlyMap<string, NodeUptime> | undefined,
  nodeId: Uint8Array,
): NodeUptime | undefined {
  return observations?.get(formatNodeId(nodeId));
}
