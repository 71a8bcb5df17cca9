import { openAdminClient } from "../../client/admin";
import { type DataClient, openDataClient } from "../../client/data";
import type { NodeClient } from "../../client/node";
import { getStatus } from "../../contract/firn/status";
import { getValidator } from "../../contract/firn/validators";
import type { HealthReport } from "../../contract/node/health";
import { INDEX_NAMES, type IndexName } from "../../contract/node/index";
import { getNodeID, peers as getPeers } from "../../contract/node/info";
import type { NodeOverview } from "../../contract/operator/overview";
import { stringifyLossless } from "../../contract/rpc";
import { FirnError, redactUrls } from "../../errors";
import { given, openAttempts } from "../access/attempts";
import type { OperatorContext } from "../context";
import { openFreshNode } from "../node";
import { readRunChains } from "./chains";
import { readNodeStart } from "./node-start";

const TIMEOUT_MS = 5_000;
const MAX_MESSAGE = 2_000;
const MAX_PEERS = 100;

/** What the node reports about itself now. `apiUrl` is Firn's own API, which knows the node as a validator. */
export async function readOverview(
  context: OperatorContext,
  { apiUrl, apiSecret: secret }: { apiUrl: string; apiSecret?: string | undefined },
): Promise<NodeOverview> {
  const node = openFreshNode(context.nodeUrl, { timeoutMs: TIMEOUT_MS });
  const api = openDataClient({ baseUrl: apiUrl, timeoutMs: TIMEOUT_MS, secret });
  const { attempt, troubles } = openAttempts();
  const askedAtMs = context.nowMs();
  const [version, nodeId, startedAtMs, health, peers, chains, indexes, status] = await Promise.all([
    attempt("version", () => node.getNodeVersion()),
    attempt("node id", async () => (await node.call("/ext/info", getNodeID, {})).nodeID),
    attempt("start", () => readNodeStart(context.nodeUrl)),
    attempt("health", () => node.getHealth()),
    attempt("peers", () => readPeers(node)),
    attempt("chains", () => readBootstrapped(node)),
    Promise.all(INDEX_NAMES.map((name) => readIndex(node, name))),
    attempt("acceptance lag", () => api.get(getStatus, { params: {} })),
  ]);
  const validator =
    nodeId === undefined ? undefined : await attempt("validation", () => readValidator(api, nodeId));
  return {
    askedAtMs,
    url: redactUrls(context.nodeUrl),
    ...given("version", version),
    ...given("nodeId", nodeId),
    ...given("startedAtMs", startedAtMs),
    ...given("health", health === undefined ? undefined : presentHealth(health)),
    ...given("peers", peers),
    chains: chains ?? [],
    indexes,
    acceptanceLag: (status?.streams ?? []).flatMap(({ stream, acceptanceLagMs: lag }) =>
      lag === undefined ? [] : [{ stream, medianMs: lag.median, p95Ms: lag.p95 }],
    ),
    ...given("validator", validator),
    troubles,
  };
}

async function readPeers(node: NodeClient): Promise<NonNullable<NodeOverview["peers"]>> {
  const { numPeers, peers } = await node.call("/ext/info", getPeers, {});
  const counts = new Map<string, number>();
  for (const { version } of peers ?? []) counts.set(version, (counts.get(version) ?? 0) + 1);
  return {
    count: Number(numPeers),
    versions: [...counts].map(([version, count]) => ({ version, count })).sort((a, b) => b.count - a.count),
    peers: (peers ?? []).slice(0, MAX_PEERS).map(({ nodeID, version, publicIP }) => ({
      nodeId: nodeID,
      version,
      publicIp: publicIP,
    })),
  };
}

/** Only the admin API lists further chains. Without it, these three are all. */
async function readBootstrapped(node: NodeClient): Promise<NodeOverview["chains"]> {
  const levels = await openAdminClient(node)
    .getLoggerLevels()
    .catch(() => undefined);
  const primary = ["P", "X", "C"];
  const others = Object.keys(levels ?? {}).filter((name) => !primary.includes(name));
  const run = await readRunChains(node, others);
  return Promise.all(
    [...primary, ...run.map(({ loggerName }) => loggerName)].map(async (chain) => {
      const bootstrapped = await node.isBootstrapped(chain).catch(() => undefined);
      return { chain, ...given("bootstrapped", bootstrapped) };
    }),
  );
}

async function readIndex(node: NodeClient, name: IndexName): Promise<NodeOverview["indexes"][number]> {
  try {
    const newest = await node.getLastAccepted(name);
    if (newest === undefined) return { name, state: "empty" };
    const newestAcceptedAtMs = Number(newest.acceptedAtNs / 1_000_000n);
    return { name, state: "enabled", count: newest.index + 1, newestAcceptedAtMs };
  } catch (error) {
    if (!(error instanceof FirnError)) throw error;
    return { name, state: error.code === "INDEX_DISABLED" ? "disabled" : "unknown" };
  }
}

function presentHealth({ healthy, checks }: HealthReport): NonNullable<NodeOverview["health"]> {
  const presented = Object.entries(checks).map(([name, check]) => {
    const failingSince = typeof check.timeOfFirstFailure === "string" ? check.timeOfFirstFailure : undefined;
    const message = check.message === undefined ? undefined : stringifyLossless(check.message);
    return {
      name,
      healthy: check.error === undefined,
      ...given("error", check.error?.slice(0, MAX_MESSAGE)),
      ...given("message", message?.slice(0, MAX_MESSAGE)),
      checkedAt: check.timestamp,
      ...given("failingSince", failingSince),
    };
  });
  const order = (a: (typeof presented)[number], b: (typeof presented)[number]) =>
    Number(a.healthy) - Number(b.healthy) || (a.name < b.name ? -1 : 1);
  return { healthy, checks: presented.sort(order) };
}

/** A node that was never a validator has no such record: not an error. */
async function readValidator(api: DataClient, nodeId: string): Promise<NodeOverview["validator"]> {
  try {
    return await api.get(getValidator, { params: { nodeId } });
  } catch (error) {
    if (error instanceof FirnError && error.code === "NOT_FOUND") return undefined;
    throw error;
  }
}
