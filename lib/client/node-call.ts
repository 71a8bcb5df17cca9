import type { z } from "zod";
import type { Method } from "../contract/rpc";
import { ConfigError } from "../errors";
import { type RetryPolicy, withRetries } from "./http";
import type { Send } from "./keep-alive";
import { Pace, type Patience } from "./pace";
import { callRpc, type RpcTarget } from "./rpc";

export interface NodeOptions {
  /** Time limit of one attempt; 10 s by default. */
  timeoutMs?: number;
  /** Limit of one answer; 64 MiB by default. */
  maxBytes?: number;
  /** A single attempt by default. */
  retry?: RetryPolicy;
  /** Sends by this in place of connections that are kept. */
  fetch?: typeof fetch;
  /** Shared by all that asks one node in this thread; its own by default. */
  pace?: Pace | undefined;
  /**
   * Longest wait while the node limits requests. By default as long as an attempt, from the start or from the node's last
   * answer to anybody.
   */
  patienceMs?: number | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

/** Any method, at a path such as "/ext/bc/C/rpc". */
export type Call = <Params extends z.ZodType, Result extends z.ZodType>(
  path: string,
  method: Method<Params, Result>,
  params: z.input<Params>,
  options?: CallOptions,
) => Promise<z.output<Result>>;

const DEFAULT_TIMEOUT_MS = 10_000;
const DEFAULT_MAX_BYTES = 64 * 1024 * 1024;

/**
 * @param send over connections of its own
 * @throws ConfigError CONFIG_INVALID if `url` is not an http URL
 */
export function openCaller(url: string, options: NodeOptions, send?: Send): Call {
  const base = parseUrl(url);
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, retry } = options;
  const { pace = new Pace() } = options;
  const patience = patienceOf(options, timeoutMs);
  const target: Omit<RpcTarget, "url"> = {
    timeoutMs,
    maxBytes,
    headers: authorization(base),
    ...(options.fetch && { fetch: options.fetch }),
    ...(send && { send }),
  };
  base.username = "";
  base.password = "";
  // A caller asks thousands of times at one path.
  let last = { path: "", url: base };
  const urlOf = (path: string) => {
    if (path === last.path) return last.url;
    const url = new URL(base);
    url.pathname = base.pathname.replace(/\/$/, "") + path;
    last = { path, url };
    return url;
  };
  return (path, method, params, { signal } = {}) => {
    const at = urlOf(path);
    const request = () => callRpc(method, params, { ...target, url: at, signal });
    const attempt = () => pace.run(1, request, { ...patience, signal });
    return retry === undefined ? attempt() : withRetries(attempt, retry, signal);
  };
}

/** How long a caller waits while the node limits requests. */
export function patienceOf({ patienceMs }: NodeOptions, timeoutMs: number): Omit<Patience, "signal"> {
  return { patienceMs: patienceMs ?? timeoutMs, isRenewed: patienceMs === undefined };
}

/** @throws ConfigError CONFIG_INVALID if it is not an http URL */
export function parseUrl(url: string): URL {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.protocol === "http:" || parsed?.protocol === "https:") return parsed;
  throw new ConfigError("CONFIG_INVALID", `"${url}" is not the URL of a node`, {
    hint: "set FIRN_NODE_URL to an http or https URL such as http://127.0.0.1:9650",
  });
}

/** A URL fit to be shown: without credentials, and without parameters, which may hold keys. */
export function publicUrl(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** Adds to a URL without credentials those of the configured URL that it starts with. Stores hold no credentials. */
export function addCredentials(bare: string, urls: readonly string[]): string {
  const nodeOf = (url: string) => publicUrl(url).replace(/\/$/, "");
  const given = urls.find((url) => bare === publicUrl(url) || bare.startsWith(`${nodeOf(url)}/ext/bc/`));
  if (given === undefined) return bare;
  const { username, password, search } = new URL(given);
  return Object.assign(new URL(bare), { username, password, search }).href;
}

/** Credentials of a URL as a header. */
export function authorization({ username, password }: URL): Record<string, string> {
  if (username === "" && password === "") return {};
  const plain = new TextEncoder().encode(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { authorization: `Basic ${btoa(String.fromCharCode(...plain))}` };
}
