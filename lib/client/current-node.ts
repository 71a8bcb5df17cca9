import { formatId } from "../avalanche/ids";
import { getHeight as getXHeight } from "../contract/node/avm";
import { ethBlockNumber, ethFeeHistory } from "../contract/node/evm";
import * as info from "../contract/node/info";
import * as platform from "../contract/node/platform";
import { getValidatorsAt } from "../contract/node/platform-stakers";
import { NodeError } from "../errors";
import { type HealthCheck, healthChecks } from "./health-checks";
import { openNode } from "./node";
import { publicUrl } from "./node-call";
import { type NodeMetrics, readMetrics } from "./node-metrics";
import { type PeerVersion, peerVersions } from "./peer-versions";
import { rpcMessageOf } from "./rpc";
import { SharedAnswers } from "./shared-answers";

/** What was said, and when it was asked: unix milliseconds. */
export type Said<T> = T & { askedAt: number };

export interface NodeIdentity {
  /** `NodeID-…`. */
  nodeId: string;
  /** Such as `avalanchego/1.14.2`. */
  version: string;
  gitCommit: string;
  /** `203.0.113.5:9651`. */
  ip: string;
}

export interface NodePeers {
  count: number;
  /** By version, most stake first. Stake is nAVAX on the Primary Network. */
  versions: readonly PeerVersion[];
  /** Stake of validators that are peers, or this node; and of all validators. */
  connectedNavax: bigint;
  totalNavax: bigint;
}

/** How peers judge this node, percent of their stake; undefined if the node does not validate. */
export type NodeUptime = { rewardingPercent: number; averagePercent: number } | { isNoValidator: true };

/** Heights of the newest accepted blocks. */
export interface NodeHeads {
  p: bigint;
  x: bigint;
  c: bigint;
}

export interface NodePrices {
  /** Base fee of the C-Chain's next block, and the median tip of its newest one; wei per gas. */
  baseFeeWei: bigint | undefined;
  tipWei: bigint | undefined;
  /** nAVAX per gas on the P-Chain. */
  pGasNavax: bigint;
  /** nAVAX a second of an L1 validator. */
  l1ValidatorNavax: bigint;
}

/** What a node measures of its messages and of transactions that wait; each undefined where it does not say. */
export interface NodeMeasures {
  /** Bytes of messages to and from peers since the node started, and a second since the last look at them. */
  traffic: Record<"received" | "sent", { bytes: number; bytesPerSecond: number | undefined } | undefined>;
  /** Start of its process, unix milliseconds. */
  startedAtMs: number | undefined;
  /** Transactions that wait for a block; on the C-Chain also those that wait for an earlier one of their sender. */
  waiting: Record<"p" | "x" | "c" | "cQueued" | "cAtomic", number | undefined>;
}

/**
 * What a node says of the moment. Readers cannot drive the node: each question is asked once at a time, its answer is
 * shared for seconds, and a node that hangs is given up after the time limit. All methods throw NodeErrors.
 */
export interface CurrentNode {
  /** Without credentials. */
  readonly url: string;
  identity(): Promise<Said<NodeIdentity>>;
  health(): Promise<Said<{ healthy: boolean; checks: readonly HealthCheck[] }>>;
  peers(): Promise<Said<NodePeers>>;
  uptime(): Promise<Said<NodeUptime>>;
  heads(): Promise<Said<NodeHeads>>;
  prices(): Promise<Said<NodePrices>>;
  /** Undefined if its metrics are off. */
  measures(): Promise<Said<{ measures: NodeMeasures | undefined }>>;
}

/** How long an answer counts, ms. */
const FRESH_MS = {
  identity: 60_000,
  health: 5_000,
  peers: 20_000,
  uptime: 20_000,
  heads: 1_000,
  prices: 3_000,
  measures: 5_000,
};
/** How long a failure counts. */
const FAILURE_MS = 3_000;
/** A page waits no longer for an answer. */
const TIMEOUT_MS = 4_000;
/** Lists of peers and validators of mainnet are about a megabyte. */
const MOST_BYTES = 16 * 1024 * 1024;

const INFO = "/ext/info";
const P = "/ext/bc/P";
const PRIMARY_NETWORK = formatId(new Uint8Array(32));

/** @throws ConfigError CONFIG_INVALID if `url` is not an http URL */
export function openCurrentNode(
  url: string,
  { timeoutMs = TIMEOUT_MS, nowMs = Date.now, answers = new SharedAnswers() } = {},
): CurrentNode {
  const node = openNode(url, { timeoutMs, patienceMs: timeoutMs, maxBytes: MOST_BYTES });
  const shared = <T extends object>(question: keyof typeof FRESH_MS, ask: () => Promise<T>) =>
    answers.take<Said<T>>(
      question,
      async () => {
        const askedAt = nowMs();
        return { ...(await ask()), askedAt };
      },
      { freshMs: FRESH_MS[question], failureMs: FAILURE_MS },
    );
  const identity = () =>
    shared("identity", async () => {
      const [{ nodeID }, { version, gitCommit }, { ip }] = await Promise.all([
        node.call(INFO, info.getNodeID, {}),
        node.call(INFO, info.getNodeVersion, {}),
        node.call(INFO, info.getNodeIP, {}),
      ]);
      return { nodeId: nodeID, version, gitCommit, ip };
    });
  let before: { metrics: NodeMetrics; askedAt: number } | undefined;
  return {
    url: publicUrl(url),
    identity,
    health: () =>
      shared("health", async () => {
        const report = await node.getHealth();
        return { healthy: report.healthy, checks: healthChecks(report) };
      }),
    peers: () =>
      shared("peers", async () => {
        const [{ nodeId }, { peers }, validators] = await Promise.all([
          identity(),
          node.call(INFO, info.peers, { nodeIDs: [] }),
          node.call(P, getValidatorsAt, { height: "proposed", subnetID: PRIMARY_NETWORK }),
        ]);
        return { count: peers?.length ?? 0, ...peerVersions(peers ?? [], validators, nodeId) };
      }),
    uptime: () => shared("uptime", () => readUptime(() => node.call(INFO, info.uptime, {}))),
    heads: () =>
      shared("heads", async () => {
        const [p, x, c] = await Promise.all([
          node.call(P, platform.getHeight, {}),
          node.call("/ext/bc/X", getXHeight, {}),
          node.call(C_RPC, ethBlockNumber, []),
        ]);
        return { p: p.height, x: x.height, c };
      }),
    prices: () =>
      shared("prices", async () => {
        const [fees, gas, l1] = await Promise.all([
          node.call(C_RPC, ethFeeHistory, ["0x1", "latest", [50]]),
          node.call(P, platform.getFeeState, {}),
          node.call(P, platform.getValidatorFeeState, {}),
        ]);
        return {
          baseFeeWei: readWei(fees.baseFeePerGas?.at(-1)),
          tipWei: readWei(fees.reward?.at(-1)?.[0]),
          pGasNavax: gas.price,
          l1ValidatorNavax: l1.price,
        };
      }),
    measures: () =>
      shared("measures", async () => {
        const metrics = await readMetrics(url, { timeoutMs, maxBytes: MOST_BYTES });
        if (metrics === undefined) return { measures: undefined };
        const last = before;
        const now = { metrics, askedAt: nowMs() };
        before = now;
        return { measures: measuresOf(now, last) };
      }),
  };
}

/** A node's metrics at a time, and those of an earlier one. */
function measuresOf(
  { metrics, askedAt }: { metrics: NodeMetrics; askedAt: number },
  before: { metrics: NodeMetrics; askedAt: number } | undefined,
): NodeMeasures {
  const traffic = (io: string) => {
    const bytes = metrics.sum("avalanche_network_msgs_bytes", { io });
    if (bytes === undefined) return undefined;
    // A node that has restarted counts from 0.
    const earlier = before?.metrics.sum("avalanche_network_msgs_bytes", { io }) ?? Number.POSITIVE_INFINITY;
    const seconds = (askedAt - (before?.askedAt ?? askedAt)) / 1_000;
    return {
      bytes,
      bytesPerSecond: bytes >= earlier && seconds > 0 ? (bytes - earlier) / seconds : undefined,
    };
  };
  const pool = (name: string, chain: string) => metrics.sum(`avalanche_${name}`, { chain });
  return {
    traffic: { received: traffic("received"), sent: traffic("sent") },
    startedAtMs: metrics.startedAtMs,
    waiting: {
      p: pool("platformvm_mempool_count", "P"),
      x: pool("avm_mempool_count", "X"),
      c: pool("evm_eth_txpool_pending", "C"),
      cQueued: pool("evm_eth_txpool_queued", "C"),
      cAtomic: pool("evm_eth_atomic_mempool_pending_txs", "C"),
    },
  };
}

const C_RPC = "/ext/bc/C/rpc";

/**
 * Errors of `info.uptime` at a node that does not validate. A network without sybil protection counts each node as a
 * validator, though none has a staking period. @source avalanchego network/network.go NodeUptime
 */
const NOT_A_VALIDATOR = /not a validator|validator start time not found/i;

async function readUptime(
  ask: () => Promise<{ rewardingStakePercentage: string; weightedAveragePercentage: string }>,
): Promise<NodeUptime> {
  try {
    const { rewardingStakePercentage, weightedAveragePercentage } = await ask();
    return {
      rewardingPercent: readPercent(rewardingStakePercentage),
      averagePercent: readPercent(weightedAveragePercentage),
    };
  } catch (error) {
    if (NOT_A_VALIDATOR.test(rpcMessageOf(error) ?? "")) return { isNoValidator: true };
    throw error;
  }
}

function readPercent(text: string): number {
  const percent = Number(text);
  if (text !== "" && percent >= 0 && percent <= 100) return percent;
  throw new NodeError("NODE_BAD_ANSWER", `the node says an uptime of "${text.slice(0, 20)}" percent`);
}

/** Hex of a quantity; undefined if the node leaves it out. */
function readWei(text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  if (/^0x[0-9a-f]{1,64}$/i.test(text)) return BigInt(text);
  throw new NodeError("NODE_BAD_ANSWER", `the node says a fee of "${text.slice(0, 20)}"`);
}
