/** Peers that run one version. */
export interface PeerVersion {
  /** Such as `avalanchego/1.14.2`. */
  version: string;
  peers: number;
  /** How many of them validate the Primary Network, and their stake. */
  validators: number;
  navax: bigint;
}

interface Peer {
  nodeID: string;
  version: string;
}

/**
 * Peers by version, most stake first, then most peers. `validators` are weights in nAVAX by NodeID; `ownId` counts as
 * connected to itself.
 */
export function peerVersions(
  peers: readonly Peer[],
  validators: Readonly<Record<string, { weight: bigint }>>,
  ownId: string,
): { versions: PeerVersion[]; connectedNavax: bigint; totalNavax: bigint } {
  const weights = new Map(Object.entries(validators).map(([nodeId, { weight }]) => [nodeId, weight]));
  const versions = new Map<string, PeerVersion>();
  for (const { nodeID, version } of peers) {
    const name = version.slice(0, 60);
    const known = versions.get(name) ?? { version: name, peers: 0, validators: 0, navax: 0n };
    const weight = weights.get(nodeID);
    versions.set(name, {
      ...known,
      peers: known.peers + 1,
      validators: known.validators + (weight === undefined ? 0 : 1),
      navax: known.navax + (weight ?? 0n),
    });
  }
  const connected = new Set([ownId, ...peers.map(({ nodeID }) => nodeID)]);
  let connectedNavax = 0n;
  let totalNavax = 0n;
  for (const [nodeId, weight] of weights) {
    totalNavax += weight;
    if (connected.has(nodeId)) connectedNavax += weight;
  }
  const byStake = (a: PeerVersion, b: PeerVersion) =>
    a.navax === b.navax ? b.peers - a.peers : a.navax < b.navax ? 1 : -1;
  return { versions: [...versions.values()].sort(byStake), connectedNavax, totalNavax };
}
