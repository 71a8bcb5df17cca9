import { quietChains } from "../../avalanche/quiet-chains";
import type { FirnAlert } from "../../contract/firn/alerts";
import type { FirnStatus, StreamStatus } from "../../contract/firn/status";

/**
 * What of the status needs attention, worst first: damaged files, stopped streams, the node down, limiting requests or
 * unhealthy, unknowns, missing blocks, quiet chains. `nowMs` is the wall clock.
 */
export function alertsOfStatus(status: FirnStatus, nowMs: number): FirnAlert[] {
  const { node, streams, store } = status;
  return [
    ...(store.damaged ?? []).map((damage): FirnAlert => ({ kind: "file-damaged", ...damage })),
    ...ofVerified(store),
    ...ofAllStopped(streams),
    ...(node.reachable ? streams.flatMap(ofWaiting) : [ofAway(status)]),
    ...streams.flatMap(ofBehind),
    ...ofLimited(streams),
    ...ofNode(status),
    ...ofUnknown(status),
    ...streams.flatMap(ofMissing),
    ...quietChains(streams, nowMs).map(
      (quiet): FirnAlert => ({
        kind: "chain-quiet",
        ...quiet,
        ...(node.healthy !== undefined && { nodeHealthy: node.healthy }),
      }),
    ),
  ];
}

function namesOf({ stream, evm }: StreamStatus) {
  return { stream, ...(evm && { evm: { ...(evm.name !== undefined && { name: evm.name }) } }) };
}

/** Kinds of alerts of which nothing is known now: that they are not there does not mean that they are over. */
export function unknownOfStatus({ node, streams }: FirnStatus): FirnAlert["kind"][] {
  return [
    ...(node.reachable ? [] : OF_NODE),
    ...(node.healthy === undefined ? (["node-unhealthy"] as const) : []),
    ...(node.bootstrapping === undefined ? (["node-bootstrapping"] as const) : []),
    ...(isAllSilent(streams) ? OF_INDEXER : []),
  ];
}

const OF_NODE = [
  ...(["stream-waiting", "stream-behind", "requests-limited", "node-bootstrapping"] as const),
  ...(["node-unhealthy", "node-health-unknown"] as const),
];
const OF_INDEXER = [
  ...(["stream-stopped", "stream-waiting", "requests-limited", "streams-starting"] as const),
  ...(["node-away", "chain-quiet", "stream-behind"] as const),
];

function isIndexerAway({ state, error }: StreamStatus): boolean {
  return state === "stopped" && error?.code === "INDEXER_AWAY";
}

function isAllSilent(streams: readonly StreamStatus[]): boolean {
  const primary = streams.filter(({ evm }) => evm === undefined);
  return primary.length > 0 && primary.every(isIndexerAway);
}

function ofVerified({ verified }: FirnStatus["store"]): FirnAlert[] {
  if (verified === undefined || verified.differences === 0) return [];
  const { differences, first, timestamp } = verified;
  return [{ kind: "verify-differs", differences, first, timestamp }];
}

/** Without the indexer everything is stopped, which is one thing to mend. */
function ofAllStopped(streams: readonly StreamStatus[]): FirnAlert[] {
  const stopped = streams.filter(({ state }) => state === "stopped");
  if (!isAllSilent(streams)) return stopped.map(ofStopped);
  return [{ kind: "indexer-away" }, ...stopped.filter((stream) => !isIndexerAway(stream)).map(ofStopped)];
}

function ofStopped(stream: StreamStatus): FirnAlert {
  const { error, indexedHead } = stream;
  return {
    kind: "stream-stopped",
    ...namesOf(stream),
    ...(error && { error }),
    ...(indexedHead && { storedTo: indexedHead.height }),
  };
}

function ofAway({ node: { error } }: FirnStatus): FirnAlert {
  return { kind: "node-away", ...(error !== undefined && { error }) };
}

/** The node is up but does not answer for this stream. */
function ofWaiting(stream: StreamStatus): FirnAlert[] {
  const { state, error, notice } = stream;
  if (state !== "waiting-for-node") return [];
  const why = { ...(error && { error }), ...(notice !== undefined && { notice }) };
  return [{ kind: "stream-waiting", ...namesOf(stream), ...why }];
}

function ofBehind(stream: StreamStatus): FirnAlert[] {
  const { state, behind = 0 } = stream;
  if (state !== "catching-up" || behind === 0) return [];
  return [{ kind: "stream-behind", ...namesOf(stream), behind: Number(behind.toPrecision(1)) }];
}

/** Nodes that allow only so many requests, each once, whichever of its streams it keeps waiting. */
function ofLimited(streams: readonly StreamStatus[]): FirnAlert[] {
  const limited = streams.filter(
    ({ state, notice }) => notice?.includes("limits requests") && state !== "waiting-for-node",
  );
  const isOnNode = ({ evm }: StreamStatus) => evm === undefined || evm.isCChain;
  const onNode = limited.filter(isOnNode).slice(0, 1);
  const others = limited.filter((stream) => !isOnNode(stream));
  return [
    ...onNode.map(({ notice = "" }): FirnAlert => ({ kind: "requests-limited", notice })),
    ...others.map(({ stream, notice = "" }): FirnAlert => ({ kind: "requests-limited", stream, notice })),
  ];
}

function ofNode({ node }: FirnStatus): FirnAlert[] {
  const { bootstrapping = [], healthy, failingChecks = [], peers } = node;
  const alerts: FirnAlert[] = [];
  if (bootstrapping.length > 0) alerts.push({ kind: "node-bootstrapping", chains: bootstrapping });
  if (healthy === false)
    alerts.push({ kind: "node-unhealthy", failingChecks, ...(peers !== undefined && { peers }) });
  return alerts;
}

function ofUnknown({ node, network, gaps = [], streams }: FirnStatus): FirnAlert[] {
  const alerts: FirnAlert[] = [];
  const starting = streams.filter(
    ({ state, behind }) => state === "starting" || (behind === undefined && state === "following"),
  );
  if (starting.length > 0)
    alerts.push({ kind: "streams-starting", streams: starting.map(({ stream }) => stream) });
  if (!network.genesisKnown && streams.length > 0) alerts.push({ kind: "genesis-unknown" });
  const isReadable = streams.every(({ state }) => state !== "unreadable");
  // Missing blocks are counted by stream: here is only what was before the first block.
  for (const gap of gaps) if (gap.before === 1) alerts.push({ kind: "graph-incomplete", gap, isReadable });
  if (node.reachable && (node.healthy === undefined || node.bootstrapping === undefined))
    alerts.push({ kind: "node-health-unknown" });
  return alerts;
}

function ofMissing({ stream, firstHeight = 1 }: StreamStatus): FirnAlert[] {
  return firstHeight === 1 ? [] : [{ kind: "blocks-missing", stream, count: firstHeight - 1 }];
}
