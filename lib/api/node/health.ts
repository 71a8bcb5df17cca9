import { z } from "zod";
import type { NodeClient } from "../../client/node";
import type { FirnStatus } from "../../contract/firn/status";
import { health } from "../../contract/node/health";
import { isBootstrapped } from "../../contract/node/info";
import { pause } from "../../every";

/** Health as the node reports it. Unreported fields are absent. */
export type NodeHealth = Pick<FirnStatus["node"], "bootstrapping" | "healthy" | "failingChecks" | "peers">;

/** Cached for 15 s; never fails. While it asks again, the last answer is used. */
export type LookAtHealth = () => Promise<NodeHealth>;

const FRESH_MS = 15_000;
/** A last answer older than this is not used. */
const STALE_MS = 45_000;
const TIMEOUT_MS = 1_500;
/** A page waits no longer than this; until the node has answered, its health is not known. */
const PATIENCE_MS = 500;
const CHAINS = ["P", "X", "C"] as const;
const STAYS = new AbortController().signal;

/** Health of `node`. Without a node nothing is known. */
export function openNodeHealth(
  node: NodeClient | undefined,
  nowMs: () => number,
  patienceMs = PATIENCE_MS,
): LookAtHealth {
  if (node === undefined) return async () => ({});
  let asked: { atMs: number; answer: Promise<NodeHealth> } | undefined;
  let said: { atMs: number; health: NodeHealth } | undefined;
  const look = async (atMs: number) => {
    const health = await ask(node);
    said = { atMs, health };
    return health;
  };
  return async () => {
    const now = nowMs();
    if (asked === undefined || Math.abs(now - asked.atMs) > FRESH_MS)
      asked = { atMs: now, answer: look(now) };
    if (said !== undefined && Math.abs(now - said.atMs) <= STALE_MS) return said.health;
    return Promise.race([asked.answer, pause(patienceMs, STAYS).then(() => ({}))]);
  };
}

/** What the check `network` says. */
const network = z.looseObject({ connectedPeers: z.int() });

async function ask(node: NodeClient): Promise<NodeHealth> {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const unknown = () => undefined;
  const [report, ...chains] = await Promise.all([
    node.call("/ext/health", health, {}, { signal }).catch(unknown),
    ...CHAINS.map((chain) => node.call("/ext/info", isBootstrapped, { chain }, { signal }).catch(unknown)),
  ]);
  const peers = network.safeParse(report?.checks.network?.message).data?.connectedPeers;
  const failing = Object.entries(report?.checks ?? {}).filter(([, { error }]) => error !== undefined);
  return {
    ...(chains.every((chain) => chain !== undefined) && {
      bootstrapping: CHAINS.filter((_, index) => chains[index]?.isBootstrapped === false),
    }),
    ...(report !== undefined && { healthy: report.healthy, failingChecks: failing.map(([name]) => name) }),
    ...(peers !== undefined && { peers }),
  };
}
