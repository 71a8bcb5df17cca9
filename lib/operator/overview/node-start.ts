import { readMetrics } from "../../client/node-metrics";
import { fetchOnNewConnection } from "../node";

const LIMITS = { fetch: fetchOnNewConnection, timeoutMs: 5_000, maxBytes: 32 * 1024 * 1024 };

/**
 * Start of the node's process, unix milliseconds, from its metrics. Undefined if metrics are off or lack it. Settings
 * made through the admin API are lost when the node restarts.
 * @throws NodeError as `exchange`
 */
export async function readNodeStart(nodeUrl: string): Promise<number | undefined> {
  return (await readMetrics(nodeUrl, LIMITS))?.startedAtMs;
}
