import { lookup as resolveName } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { LONGEST_DOCUMENT, type MediaLocation } from "../avalanche/evm/nft-metadata";
import { describeError } from "../errors";
import { readBytes } from "../read-bytes";
import { allowedOnly, isPublicAddress } from "./public-address";

/**
 * What NFT metadata may make Firn fetch, by configuration. Gateways are the operator's choice, so they may have any
 * address.
 */
export interface MediaRules {
  /** URLs in metadata. */
  http: boolean;
  /** URL of a gateway that serves content ids below `/ipfs/`. */
  ipfs?: string | undefined;
  /** URL of a gateway that serves transactions below `/`. */
  ar?: string | undefined;
}

export interface MediaOptions {
  maxBytes?: number;
  /** From the first name look-up to the last byte, redirects included. */
  timeoutMs?: number;
  maxRedirects?: number;
  /** Requested media types, as in an `accept` header; JSON first by default. */
  accept?: string;
  /** Origins that may have private addresses. For tests: no setting leads here. */
  trusted?: readonly string[];
  /** Name resolution; the system's by default. */
  lookup?: LookupFunction;
}

/** What was received, or why nothing was: in the words of `indexStatus`, and for the log. */
export type MediaAnswer =
  | { document: Uint8Array }
  | {
      fault: "UNREACHABLE_TOKEN_URI" | "THROTTLED_TOKEN_URI" | "METADATA_CONTENT_TOO_LARGE";
      reason: string;
      /** HTTP status, if there was one. */
      status?: number;
    };

/** Fetches documents that NFT metadata names, from public addresses only. */
export interface Media {
  /** The allowed schemes. */
  readonly schemes: readonly MediaLocation["scheme"][];
  /** Rejects only with the reason of `signal`. */
  read(place: MediaLocation, signal: AbortSignal): Promise<MediaAnswer>;
}

/** Opens nothing yet, and keeps nothing that must be closed. */
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
        // Metadata that names the gateway's host directly gets no special treatment.
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

/** @throws Error if the path would leave what the gateway serves below the id */
function locate(place: MediaLocation, rules: MediaRules): URL {
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

interface FetchContext {
  trusted: readonly string[];
  lookup: LookupFunction;
  signal: AbortSignal;
  maxBytes: number;
  maxRedirects: number;
  accept: string;
}

async function follow(start: URL, context: FetchContext): Promise<MediaAnswer> {
  let url = start;
  for (let redirects = 0; redirects <= context.maxRedirects; redirects++) {
    const response = await send(url, context);
    const { statusCode: status = 0, headers } = response;
    if (status === 200) return await readDocument(response, context.maxBytes);
    response.destroy();
    const reason = `${url.host} answered ${status}`;
    if (status === 429) return { fault: "THROTTLED_TOKEN_URI", reason, status };
    if (status < 300 || status >= 400 || headers.location === undefined) {
      return { fault: "UNREACHABLE_TOKEN_URI", reason, status };
    }
    url = new URL(headers.location, url);
  }
  throw new Error(`${start.host} redirects more than ${context.maxRedirects} times`);
}

/**
 * One request. The connection's own look-up checks the address, so that the name cannot resolve to another one in
 * between.
 */
async function send(url: URL, { trusted, lookup, signal, accept }: FetchContext): Promise<IncomingMessage> {
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new Error(`${url.protocol} is not fetched`);
  const isTrusted = trusted.includes(url.origin);
  const host = url.hostname.replace(/^\[|\]$/g, "");
  // A host that is an IP address is never looked up.
  if (!isTrusted && isIP(host) !== 0 && !isPublicAddress(host))
    throw new Error(`${host} is not a public address`);
  url.username = "";
  url.password = "";
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      agent: false,
      lookup: isTrusted ? lookup : allowedOnly(lookup, isPublicAddress),
      signal,
      headers: { accept, "accept-encoding": "identity", "user-agent": "firn" },
    });
    sent.once("response", resolve).on("error", reject).end();
  });
}

const DECODERS = new Map([
  ["gzip", createGunzip],
  ["x-gzip", createGunzip],
  ["deflate", createInflate],
  ["br", createBrotliDecompress],
]);

/** The body, up to a limit that is measured after decompression. */
async function readDocument(response: IncomingMessage, maxBytes: number): Promise<MediaAnswer> {
  const decode = DECODERS.get(response.headers["content-encoding"]?.toLowerCase() ?? "");
  const body: Readable = decode === undefined ? response : unpack(response, decode());
  try {
    const document = await readBytes(body, maxBytes);
    if (document !== undefined) return { document };
    return { fault: "METADATA_CONTENT_TOO_LARGE", reason: `it is longer than ${maxBytes} bytes` };
  } finally {
    response.destroy();
  }
}

function unpack(response: IncomingMessage, decoder: ReturnType<typeof createGunzip>): Readable {
  response.once("error", (error) => decoder.destroy(error));
  return response.pipe(decoder);
}
