import { exchange } from "../../client/http";
import { authorization, parseUrl } from "../../client/node-call";
import { fetchOnNewConnection } from "../node";

/**
 * Start of the node's process, unix milliseconds, from its metrics. Undefined if metrics are off or lack it. Settings
 * made through the admin API are lost when the node restarts.
 * @throws NodeError as `exchange`
 */
export async function readNodeStart(nodeUrl: string): Promise<number | undefined> {
  const url = parseUrl(nodeUrl);
  const headers = authorization(url);
  url.username = "";
  url.password = "";
  url.pathname = `${url.pathname.replace(/\/$/, "")}/ext/metrics`;
  const { status, text } = await exchange(
    url,
    { headers },
    { fetch: fetchOnNewConnection, timeoutMs: 5_000, maxBytes: 32 * 1024 * 1024 },
  );
  const seconds = /^\w*process_start_time_seconds (\S+)$/m.exec(text)?.[1];
  return status === 200 && seconds !== undefined ? Math.floor(Number(seconds) * 1_000) : undefined;
}
