import { lookup as resolveName } from "node:dns";
import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { describeError } from "../errors";
import { readBytes } from "../read-bytes";
import { allowedOnly, isLinkLocal, isPublicAddress } from "./public-address";

/** A JSON text for a URL that somebody else chose. */
export interface PostRequest {
  url: string;
  body: string;
  headers: Record<string, string>;
  /** Whether the host may have an address of this machine or its networks. Link-local ones are never sent to. */
  isPrivate: boolean;
  signal: AbortSignal;
}

/** Whether it was answered 2xx, or why not. */
export type PostAnswer = { ok: true } | { ok: false; reason: string };

/** Sends one request. Never rejects; undefined when the signal ended it. */
export type Post = (request: PostRequest) => Promise<PostAnswer | undefined>;

export interface PostOptions {
  /** From the look-up of the name to the end of the answer. */
  timeoutMs?: number;
  /** Name resolution; the system's by default. */
  lookup?: LookupFunction;
}

/** Most bytes of an answer that are read. Nobody looks at them: the connection just ends in good order. */
const MOST_BYTES = 4_096;

/** Posts to receivers. Redirects are not followed, and nothing is kept between requests. */
export function openPost({ timeoutMs = 10_000, lookup = resolveName }: PostOptions = {}): Post {
  return async (request) => {
    const timeout = AbortSignal.timeout(timeoutMs);
    try {
      const status = await send(request, lookup, AbortSignal.any([request.signal, timeout]));
      if (status >= 200 && status < 300) return { ok: true };
      const redirects = status >= 300 && status < 400 ? ", and redirects are not followed" : "";
      return { ok: false, reason: `answered ${status}${redirects}` };
    } catch (error) {
      if (request.signal.aborted) return undefined;
      const reason = timeout.aborted ? `no answer within ${timeoutMs / 1_000} s` : describeError(error);
      return { ok: false, reason };
    }
  };
}

/** Why a URL is not posted to as it is written; undefined if it may be. A name is checked when it is looked up. */
export function refusalOfUrl(text: string, isPrivate: boolean): string | undefined {
  if (!URL.canParse(text)) return "it is not a URL";
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:") return "only http and https are possible";
  if (url.username !== "" || url.password !== "") return "a name and password in it would be shown to others";
  const host = hostOf(url);
  return isIP(host) === 0 || isAllowed(host, isPrivate) ? undefined : refusalOfAddress(host, isPrivate);
}

async function send(
  { url: text, body, headers, isPrivate }: PostRequest,
  lookup: LookupFunction,
  signal: AbortSignal,
): Promise<number> {
  const url = new URL(text);
  const host = hostOf(url);
  // A host that is an IP address is never looked up.
  if (isIP(host) !== 0 && !isAllowed(host, isPrivate)) throw new Error(refusalOfAddress(host, isPrivate));
  const request = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: "POST",
      agent: false,
      lookup: allowedOnly(lookup, (address) => isAllowed(address, isPrivate)),
      signal,
      headers: {
        ...headers,
        "content-type": "application/json",
        "content-length": Buffer.byteLength(body),
        "user-agent": "firn",
      },
    });
    sent.once("error", reject);
    sent.once("response", (response) => {
      readBytes(response, MOST_BYTES)
        .catch(() => undefined) // the status is all that counts
        .finally(() => {
          response.destroy();
          resolve(response.statusCode ?? 0);
        });
    });
    sent.end(body);
  });
}

function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}

function isAllowed(address: string, isPrivate: boolean): boolean {
  return isPrivate ? !isLinkLocal(address) : isPublicAddress(address);
}

function refusalOfAddress(address: string, isPrivate: boolean): string {
  return isPrivate
    ? `${address} is a link-local address or a cloud's metadata service`
    : `${address} is not a public address`;
}
