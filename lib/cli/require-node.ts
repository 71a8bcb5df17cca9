import { setTimeout as sleep } from "node:timers/promises";
import { type NodeClient, openNode } from "../client/node";
import { ConfigError, FirnError } from "../errors";

const ATTEMPTS = 3;
const PAUSE_MS = 1_000;
const TIMEOUT_MS = 3_000;

/**
 * Makes sure that a node answers at `url` and that its index is on, before anything is started. A node that is just
 * starting gets a few seconds.
 * @throws ConfigError naming what to start or switch on
 */
export async function requireNode(url: string): Promise<void> {
  const node = openNode(url, { timeoutMs: TIMEOUT_MS });
  for (let attempt = 1; ; attempt++) {
    try {
      return await ask(node);
    } catch (error) {
      if (!(error instanceof FirnError)) throw error;
      if (error.code === "INDEX_DISABLED") throw indexIsOff(node, error);
      if (attempt === ATTEMPTS) throw isAway(node, error);
      await sleep(PAUSE_MS);
    }
  }
}

async function ask(node: NodeClient): Promise<void> {
  await node.getNetworkId();
  await node.getLastAccepted("P/block");
}

function indexIsOff(node: NodeClient, cause: FirnError): ConfigError {
  return new ConfigError("CONFIG_INVALID", `the node at ${node.origin} has no index`, {
    hint: "restart it with --index-enabled=true, then start Firn again",
    cause,
  });
}

function isAway(node: NodeClient, cause: FirnError): ConfigError {
  return new ConfigError("CONFIG_INVALID", `no node answers at ${node.origin} (${cause.message})`, {
    hint: "start it or correct FIRN_NODE_URL; without FIRN_NODE_URL Firn serves a recorded node",
    cause,
  });
}
