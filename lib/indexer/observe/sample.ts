import { parseId, parseNodeId } from "../../avalanche/ids";
import type { NodeClient } from "../../client/node";
import { getNodeID, peers, uptime } from "../../contract/node/info";
import { getL1Validators } from "../../contract/node/l1-validators";
import { getCurrentValidators } from "../../contract/node/platform-stakers";
import type { Sample } from "../../store/queries/observed/observation";
import type { NodeSums } from "../../store/rows/observation";

/** Versions that are told apart in one sample, those with most stake. */
const MOST_VERSIONS = 12;
const OTHERS = "others";
/** Longest version of a peer, which may write anything there. */
const MOST_TEXT = 60;

type Answers = Pick<NodeClient, "call" | "getHealth">;
type Validators = Awaited<ReturnType<typeof askValidators>>;

/**
 * What a node says now of itself, its peers, the validators of the Primary Network and those of the L1s whose chains it runs. What
 * it does not answer is left out.
 * @param chains blockchain ids, cb58
 */
export async function takeSample(
  node: Answers,
  { chains, signal }: { chains: readonly string[]; signal: AbortSignal },
): Promise<Sample> {
  const unknown = () => undefined;
  const [ofL1s, own, validators, known, seen, health] = await Promise.all([
    Promise.all(chains.map((chain) => askL1(node, chain, signal).catch(unknown))),
    node.call("/ext/info", getNodeID, {}, { signal }).catch(unknown),
    askValidators(node, signal).catch(unknown),
    node.call("/ext/info", peers, { nodeIDs: [] }, { signal }).catch(unknown),
    // A node that does not validate refuses this.
    node.call("/ext/info", uptime, {}, { signal }).catch(unknown),
    node.getHealth({ signal }).catch(unknown),
  ]);
  const sums: NodeSums = {
    ...uptimeOf(seen),
    ...(known && {
      peers: {
        samples: 1,
        weighed: Number(validators !== undefined),
        versions: versionsOf(known.peers ?? [], validators ?? []),
      },
    }),
    ...(health && {
      health: {
        samples: 1,
        healthy: Number(health.healthy),
        failing: Object.fromEntries(
          Object.entries(health.checks).flatMap(([name, { error }]) =>
            error === undefined ? [] : [[name.slice(0, MOST_TEXT), 1]],
          ),
        ),
      },
    }),
  };
  const isAnswered = [own, validators, known, seen, health].some((answer) => answer !== undefined);
  return {
    asked: 1,
    answered: Number(isAnswered),
    node: sums,
    validators: [
      ...(validators ?? []).flatMap(({ nodeID, uptime: percent, connected }) => {
        // A node that has not finished bootstrapping says neither.
        if (connected === undefined) return [];
        // About itself a node knows nothing: its peers do.
        const said = nodeID === own?.nodeID ? seen?.weightedAveragePercentage : percent;
        return [[parseNodeId(nodeID), { connected, uptime: hundredths(said) }] as const];
      }),
      ...validationsOf(
        ofL1s.flatMap((answer) => answer ?? []),
        own?.nodeID,
      ),
    ],
  };
}

type L1Validators = Awaited<ReturnType<typeof askL1>>;

async function askL1(node: Answers, chain: string, signal: AbortSignal) {
  return (await node.call(`/ext/bc/${chain}/validators`, getL1Validators, {}, { signal })).validators;
}

/** Active validations, each once: several chains may be of one L1. What a node says of itself is no observation. */
function validationsOf(validators: L1Validators, own: string | undefined): Sample["validators"] {
  const active = validators.filter(({ isL1Validator, isActive }) => isL1Validator && isActive);
  return [...new Map(active.map((each) => [each.validationID, each])).values()].map(
    ({ validationID, nodeID, isConnected: connected, uptimePercentage }) => [
      parseId(validationID),
      { connected, uptime: nodeID === own ? undefined : hundredths(String(uptimePercentage)) },
    ],
  );
}

async function askValidators(node: Answers, signal: AbortSignal) {
  return (await node.call("/ext/bc/P", getCurrentValidators, {}, { signal })).validators;
}

function uptimeOf(
  seen: { rewardingStakePercentage: string; weightedAveragePercentage: string } | undefined,
): Pick<NodeSums, "uptime"> {
  const rewarding = hundredths(seen?.rewardingStakePercentage);
  const average = hundredths(seen?.weightedAveragePercentage);
  if (rewarding === undefined || average === undefined) return {};
  return { uptime: { samples: 1, rewarding: rewarding / 100, average: average / 100 } };
}

/** Hundredths of a percent; undefined for what is no percentage. */
function hundredths(percent: string | undefined): number | undefined {
  const value = percent === undefined || percent === "" ? Number.NaN : Number(percent);
  return value >= 0 && value <= 100 ? Math.round(value * 100) : undefined;
}

function versionsOf(
  known: readonly { nodeID: string; version: string }[],
  validators: Validators,
): Record<string, { peers: number; stake: number }> {
  const weights = new Map(
    validators.map(({ nodeID, weight, delegatorWeight = 0n }) => [nodeID, weight + delegatorWeight]),
  );
  const total = [...weights.values()].reduce((sum, weight) => sum + weight, 0n);
  const versions = new Map<string, { peers: number; navax: bigint }>();
  const add = (name: string, count: number, navax: bigint) => {
    const before = versions.get(name) ?? { peers: 0, navax: 0n };
    versions.set(name, { peers: before.peers + count, navax: before.navax + navax });
  };
  for (const { nodeID, version } of known) add(version.slice(0, MOST_TEXT), 1, weights.get(nodeID) ?? 0n);
  const most = [...versions].sort(([, a], [, b]) => Number(b.navax - a.navax) || b.peers - a.peers);
  for (const [name, { peers: count, navax }] of most.slice(MOST_VERSIONS)) {
    versions.delete(name);
    add(OTHERS, count, navax);
  }
  return Object.fromEntries(
    [...versions].map(([name, { peers: count, navax }]) => [
      name,
      { peers: count, stake: total === 0n ? 0 : Number((navax * 10_000n + total / 2n) / total) },
    ]),
  );
}
