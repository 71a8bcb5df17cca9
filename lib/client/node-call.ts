import type { z } from "zod";
import type { Method } from "../contract/rpc";
import { ConfigError } from "../errors";
import { type RetryPolicy, withRetries } from "./http";
import { callRpc, type RpcTarget } from "./rpc";

export interface NodeOptions {
  /** Time limit of one attempt; 10 s by default. */
  timeoutMs?: number;
  /** Limit of one answer; 64 MiB by default. */
  maxBytes?: number;
  /** A single attempt by default. */
  retry?: RetryPolicy;
  /** The platform's by default. */
  fetch?: typeof fetch;
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

/** @throws ConfigError CONFIG_INVALID if `url` is not an http URL */
export function openCaller(url: string, options: NodeOptions): Call {
  const base = parseUrl(url);
  const { timeoutMs = DEFAULT_TIMEOUT_MS, maxBytes = DEFAULT_MAX_BYTES, retry } = options;
  const target: Omit<RpcTarget, "url"> = {
    timeoutMs,
    maxBytes,
    headers: authorization(base),
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  };
  base.username = "";
  base.password = "";
  return (path, method, params, { signal } = {}) => {
    const at = new URL(base);
    at.pathname = base.pathname.replace(/\/$/, "") + path;
    const attempt = () => callRpc(method, params, { ...target, url: at, signal });
    return retry === undefined ? attempt() : withRetries(attempt, retry, signal);
  };
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
