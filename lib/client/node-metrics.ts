import { exchange, type HttpLimits } from "./http";
import { authorization, parseUrl } from "./node-call";

/** What a node measures of itself, as the text of `/ext/metrics`. */
export class NodeMetrics {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /** The sum of a metric's samples that have all of `labels`; undefined if there is none. */
  sum(name: string, labels: Record<string, string> = {}): number | undefined {
    const samples = [...this.#text.matchAll(new RegExp(`^${name}(?:\\{(.*)\\})? (\\S+)$`, "gm"))]
      .filter(([, given = ""]) =>
        Object.entries(labels).every(([label, value]) => given.split(",").includes(`${label}="${value}"`)),
      )
      .map(([, , value]) => Number(value));
    return samples.length === 0 ? undefined : samples.reduce((sum, value) => sum + value);
  }

  /** Start of the node's process, unix milliseconds. */
  get startedAtMs(): number | undefined {
    const seconds = this.sum("avalanche_process_process_start_time_seconds");
    return seconds === undefined ? undefined : Math.floor(seconds * 1_000);
  }
}

/**
 * A node's measurements now; undefined if it serves none.
 * @throws NodeError as `exchange`; ConfigError CONFIG_INVALID if `nodeUrl` is not an http URL
 * @source AvalancheGo api/server/metrics.go; Prometheus text format
 */
export async function readMetrics(nodeUrl: string, limits: HttpLimits): Promise<NodeMetrics | undefined> {
  const url = parseUrl(nodeUrl);
  const headers = authorization(url);
  url.username = "";
  url.password = "";
  url.pathname = `${url.pathname.replace(/\/$/, "")}/ext/metrics`;
  const { status, text } = await exchange(url, { headers }, limits);
  return status === 200 ? new NodeMetrics(text) : undefined;
}
