import { lookup as resolveName } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { LONGEST_DOCUMENT, type MediaPlace } from "../avalanche/evm/nft-metadata";
import { describeError } from "../errors";
import { isPublicAddress } from "./public-address";

/** What an operator lets tokens make Firn fetch. Gateways are the operator's own word, so they may be anywhere. */
export interface MediaRules {
  /** URLs that tokens name. */
  http: boolean;
  /** URL of a gateway, which serves content ids below `/ipfs/`. */
  ipfs?: string | undefined;
  /** URL of a gateway, which serves transactions below `/`. */
  ar?: string | undefined;
}

export interface MediaOptions {
  maxBytes?: number;
  /** From the first look-up of a name to the last byte, redirects included. */
  timeoutMs?: number;
  maxRedirects?: number;
  /** Media types that are asked for, as in an `accept` header; JSON first unless given. */
  accept?: string;
  /** Origins that may be at addresses that are not public; for tests, as no setting leads here. */
  trusted?: readonly string[];
  /** How names are resolved; the system's unless given. */
  lookup?: LookupFunction;
}

/** What came, or why nothing did: in the words of `indexStatus`, and for the log. */
export type MediaAnswer =
  | { document: Uint8Array }
  | {
      fault: "UNREACHABLE_TOKEN_URI" | "THROTTLED_TOKEN_URI" | "METADATA_CONTENT_TOO_LARGE";
      reason: string;
      /** HTTP status, where one was answered. */
      status?: number;
    };

/** Fetches the documents that tokens name, from public addresses only. */
export interface Media {
  /** The schemes that are allowed. */
  readonly schemes: readonly MediaPlace["scheme"][];
  /** Rejects only with what `signal` was aborted with. */
  read(place: MediaPlace, signal: AbortSignal): Promise<MediaAnswer>;
}

/** Opens nothing yet, and holds nothing that must be closed. */
export function openMedia(rules: MediaRules, options: MediaOptions = {}): Media {
  const { maxBytes = LONGEST_DOCUMENT, timeoutMs = 10_000, maxRedirects = 3 } = options;
  const { accept = "application/json, */*" } = options;
  const allowed = { http: rules.http, ipfs: rules.ipfs !== undefined, ar: rules.ar !== undefined };
  return {
    schemes: (["http", "ipfs", "ar"] as const).filter((scheme) => allowed[scheme]),
    async read(place, signal) {
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        const start = locate(place, rules);
        // A token that names the gateway's host by itself has no more right there than anywhere else.
        const own = place.scheme === "http" ? [] : [start.origin];
        return await follow(start, {
          trusted: [...own, ...(options.trusted ?? [])],
          lookup: options.lookup ?? resolveName,
          signal: AbortSignal.any([signal, timeout]),
          maxBytes,
          maxRedirects,
          accept,
        });
      } catch (error) {
        signal.throwIfAborted();
        const reason = timeout.aborted ? `no whole answer within ${timeoutMs} ms` : describeError(error);
        return { fault: "UNREACHABLE_TOKEN_URI", reason };
      }
    },
  };
}

/** @throws Error when the path would leave what the gateway serves below the id */
function locate(place: MediaPlace, rules: MediaRules): URL {
  if (place.scheme === "http") return new URL(place.url);
  const gateway = rules[place.scheme];
  if (gateway === undefined) throw new Error(`no gateway for ${place.scheme}: is set`);
  const root = new URL(
    `${gateway.replace(/\/+$/, "")}${place.scheme === "ipfs" ? "/ipfs" : ""}/${place.root}`,
  );
  const url = new URL(root.href + place.path);
  if (!url.pathname.startsWith(root.pathname)) throw new Error(`${place.path} leads out of ${place.root}`);
  return url;
}

interface Walk {
  trusted: readonly string[];
  lookup: LookupFunction;
  signal: AbortSignal;
  maxBytes: number;
  maxRedirects: number;
  accept: string;
}

async function follow(start: URL, walk: Walk): Promise<MediaAnswer> {
  let url = start;
  for (let redirects = 0; redirects <= walk.maxRedirects; redirects++) {
    const response = await send(url, walk);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return await readDocument(response, walk.maxBytes);
    response.destroy();
    const reason = `${url.host} answered ${status}`;
    if (status === 429) return { fault: "THROTTLED_TOKEN_URI", reason, status };
    if (status < 300 || status >= 400 || headers.location === undefined) {
      return { fault: "UNREACHABLE_TOKEN_URI", reason, status };
    }
    url = new URL(headers.location, url);
  }
  throw new Error(`${start.host} redirects more than ${walk.maxRedirects} times`);
}

/**
 * One request. The address that a name resolves to is checked by the connection's own look-up, so there is no moment in
 * which the name could come to mean another one.
 */
async function send(url: URL, { trusted, lookup, signal, accept }: Walk): Promise<IncomingMessage> {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error(`${url.protocol} is not fetched`);
  const isTrusted = trusted.includes(url.origin);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A host that is an address is never looked up.
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host))
    throw new Error(`${host} is no public address`);
  url.username = "";
  url.password = "";
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent: false,
      lookup: isTrusted ? lookup : publicOnly(lookup),
      signal,
      headers: { accept, "accept-encoding": "identity", "user-agent": "firn" },
    });
    sent.once("response", resolve).on("error", reject).end();
  });
}

/** A look-up that finds public addresses only. */
function publicOnly(lookup: LookupFunction): LookupFunction {
  return (host, options, callback) =>
    lookup(host, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, "");
      const addresses =
        typeof found === "string" ? [] : found.filter(({ address }) => isPublicAddress(address));
      const [first] = addresses;
      if (first === undefined) return callback(new Error(`${host} is at no public address`), "");
      if (options.all) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
}

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** The body, as many bytes as may be: what is packed is measured unpacked. */
async function readDocument(response: IncomingMessage, maxBytes: number): Promise<MediaAnswer> {
  const decode = DECODERS.get(response.headers["content-encoding"]?.toLowerCase() ?? "");
  const body: Readable = decode === undefined ? response : unpack(response, decode());
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of body) {
      length += chunk.length;
      if (length > maxBytes) {
        return { fault: "METADATA_CONTENT_TOO_LARGE", reason: `it is longer than ${maxBytes} bytes` };
      }
      chunks.push(chunk);
    }
    return { document: Buffer.concat(chunks) };
  } finally {
    response.destroy();
  }
}

function unpack(response: IncomingMessage, decoder: ReturnType<typeof createGunzip>): Readable {
  response.once("error", (error) => decoder.destroy(error));
  return response.pipe(decoder);
}
