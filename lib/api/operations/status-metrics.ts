import type { Registry } from "prom-client";
import { type NotReady, REASONS } from "../../contract/firn/health";
import { type FirnStatus, type StreamStatus, streamStatus } from "../../contract/firn/status";
import type { OwnNode } from "../alerts/of-node";
import { addGauge, type Sample } from "./samples";

/** Streams: how far each is, how far behind its node, and what it does. */
export function addStreams(registry: Registry, { streams }: FirnStatus): void {
  const perStream = (
    name: string,
    help: string,
    read: (stream: StreamStatus) => number | undefined,
    of = streams,
  ) =>
    addGauge(
      registry,
      [`firn_indexer_${name}`, help],
      of.map((stream) => [{ stream: stream.stream }, read(stream)]),
    );
  const seconds = (ms: number | undefined) => (ms === undefined ? undefined : ms / 1_000);
  perStream(
    "stored_containers",
    "Containers stored.",
    ({ indexedHead }) => indexedHead && indexedHead.index + 1,
  );
  perStream("stored_height", "Height of the newest stored block.", ({ indexedHead }) => indexedHead?.height);
  perStream("node_containers", "Containers the node has.", ({ nodeHead }) =>
    nodeHead === undefined ? undefined : nodeHead + 1,
  );
  perStream("behind_containers", "Containers the node has and the store lacks.", ({ behind }) => behind);
  perStream(
    "lag_seconds",
    "How long ago the node accepted the newest stored container, while the store is behind.",
    ({ behind, lagMs }) => (behind === 0 ? 0 : seconds(lagMs)),
  );
  perStream(
    "head_timestamp_seconds",
    "Chain time of the newest stored block.",
    ({ indexedHead }) => indexedHead?.time,
  );
  perStream(
    "stored_in_seconds",
    "From acceptance by the node to storing, of the newest container.",
    ({ indexedInMs }) => seconds(indexedInMs),
  );
  perStream("updated_timestamp_seconds", "When the indexer last showed that it works.", ({ updatedAt }) =>
    seconds(updatedAt),
  );
  addGauge(
    registry,
    [
      "firn_indexer_acceptance_lag_seconds",
      "From a block's time to its acceptance by the node, of new blocks.",
    ],
    streams.flatMap(({ stream, acceptanceLagMs: lag }): Sample[] => [
      [{ stream, quantile: "0.5" }, seconds(lag?.median)],
      [{ stream, quantile: "0.95" }, seconds(lag?.p95)],
    ]),
  );
  addGauge(
    registry,
    ["firn_indexer_stream_state", "1 for the state that each stream is in, 0 for the others."],
    streams.flatMap(({ stream, state: is }) =>
      streamStatus.shape.state.options.map((state): Sample => [{ stream, state }, Number(state === is)]),
    ),
  );
}

/** The node as it is seen from here, and as it says it is. */
export function addNode(registry: Registry, { node }: FirnStatus, own: OwnNode | undefined): void {
  const add = (name: string, help: string, value: number | undefined) =>
    addGauge(registry, [`firn_node_${name}`, help], [[{}, value]]);
  const flag = (value: boolean | undefined) => (value === undefined ? undefined : Number(value));
  add("reachable", "Whether the node answers.", flag(node.reachable));
  add("healthy", "Whether all of the node's own health checks pass.", flag(node.healthy));
  add("failing_checks", "Health checks of the node that fail.", node.failingChecks?.length);
  add("bootstrapping_chains", "Chains that the node has not bootstrapped.", node.bootstrapping?.length);
  add("peers", "Peers that the node is connected to.", node.peers);
  add("disk_available_bytes", "What the node's disk has left, as it says.", own?.disk?.availableBytes);
  const { connectedNavax = 0n, totalNavax = 0n } = own?.peers ?? {};
  add(
    "connected_stake_ratio",
    "Share of the Primary Network's stake that the node is connected to.",
    totalNavax === 0n ? undefined : Number(connectedNavax) / Number(totalNavax),
  );
  addGauge(
    registry,
    ["firn_node_info", "1; the labels say which node it is."],
    node.nodeId === undefined || node.version === undefined
      ? []
      : [[{ node_id: node.nodeId, version: node.version }, 1]],
  );
  addGauge(
    registry,
    ["firn_node_used", "Of several nodes, 1 for the one that is indexed from, 0 for the others."],
    (node.candidates ?? []).map(({ url, state, isUsed }) => [{ url, state }, Number(isUsed)]),
  );
}

/** Servers of the database that keeps the stores, and damaged files. */
export function addServers(registry: Registry, { store: { servers = [], damaged = [] } }: FirnStatus): void {
  const perServer = (
    name: string,
    help: string,
    read: (server: (typeof servers)[number]) => number | undefined,
  ) =>
    addGauge(
      registry,
      [`firn_database_${name}`, help],
      // What a worker says of itself is not asked.
      servers
        .filter(({ role }) => role !== "worker")
        .map((server) => [{ server: server.at, role: server.role }, read(server)]),
    );
  perServer("reachable", "Whether a server of the database answers.", ({ error }) =>
    Number(error === undefined),
  );
  perServer(
    "behind_bytes",
    "Log of the primary that a replica has not applied.",
    ({ behindBytes }) => behindBytes,
  );
  perServer("lag_seconds", "Age of a replica's newest change.", ({ lagMs }) =>
    lagMs === undefined ? undefined : lagMs / 1_000,
  );
  addGauge(
    registry,
    ["firn_store_damaged_files", "Files of the stores that the last search found damaged."],
    [[{}, damaged.length]],
  );
}

/** What `/ready` answers, with 1 for each reason that holds. */
export function addReadiness(registry: Registry, reasons: readonly Pick<NotReady, "reason">[]): void {
  addGauge(
    registry,
    ["firn_ready", "Whether this Firn answers as it promises: as /ready says."],
    [[{}, Number(reasons.length === 0)]],
  );
  addGauge(
    registry,
    ["firn_not_ready", "1 for each reason why it is not ready, 0 for the others."],
    REASONS.map((reason) => [{ reason }, Number(reasons.some((each) => each.reason === reason))]),
  );
}
