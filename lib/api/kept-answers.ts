import type { Context } from "hono";
import { Lru } from "../lru";
import type { ApiEnv } from "./env";
import { PARTIAL_HEADER } from "./middleware/callers";
import { encodingOf, pack } from "./middleware/compress";

type ReadVersion = () => Promise<string | undefined>;

/** What an answer was made from, noted while it is made. */
export class Sources {
  readonly #stores: { read: ReadVersion; version: string }[] = [];
  /** Whether it also came from what changes without a trace: a clock, a node, a file. */
  isFleeting = false;

  /** Notes a store by how its version is read, and the version before the snapshot. */
  addStore(read: ReadVersion, version: string | undefined): void {
    if (version === undefined) this.isFleeting = true;
    else this.#stores.push({ read, version });
  }

  /** The same object, whose properties make the answer a fleeting one once they are used. */
  fleeting<T extends object>(source: T, lasting: readonly (keyof T)[] = []): T {
    return new Proxy(source, {
      get: (target, name) => {
        if (!lasting.includes(name as keyof T)) this.isFleeting = true;
        return Reflect.get(target, name);
      },
    });
  }

  /** Whether no store has changed since. */
  async areSame(): Promise<boolean> {
    const now = await Promise.all(this.#stores.map(({ read }) => read()));
    return this.#stores.every(({ version }, at) => now[at] === version);
  }
}

interface Kept {
  sources: Sources;
  /** Labels and prices as they were. */
  terms: readonly object[];
  atMs: number;
  body: Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** Bytes of all kept answers of a thread, and of one. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_BYTES_OF_ONE = 1024 * 1024;
/** About what an answer needs besides its body. */
const BYTES_BESIDE = 1_024;
/** Page tokens in an answer grow old, and prices cease to be current. */
const KEPT_MS = 60_000;
const KEPT_HEADERS = ["content-type", "cache-control", "etag", "content-encoding", PARTIAL_HEADER];

/** Answers that are given again as long as nothing has changed that they were made from. */
export class KeptAnswers {
  readonly #answers = new Lru<string, Kept>(MOST_BYTES, ({ body }) => body.length + BYTES_BESIDE);
  readonly #termsNow: () => readonly object[];
  readonly #nowMs: () => number;

  /** @param termsNow what all answers depend on: an object each, another one when it has changed */
  constructor(termsNow: () => readonly object[], nowMs: () => number) {
    this.#termsNow = termsNow;
    this.#nowMs = nowMs;
  }

  /** @param make makes the answer, and notes its sources */
  async answer(c: Context<ApiEnv>, make: (sources: Sources) => Promise<Response>): Promise<Response> {
    const sources = new Sources();
    if (c.req.method !== "GET") return unlessKnown(c, await make(sources));
    const key = [c.get("dialect").name, encodingOf(c), c.req.url].join(" ");
    const known = this.#answers.get(key);
    if (known !== undefined && (await this.#isCurrent(known)))
      return unlessKnown(c, c.body(known.body, 200, known.headers));
    const terms = this.#termsNow();
    const atMs = this.#nowMs();
    const made = await make(sources);
    if (sources.isFleeting || !isKeepable(made)) return unlessKnown(c, made);
    const { body, encoding } = await pack(c, new Uint8Array(await made.arrayBuffer()));
    const headers: Record<string, string> = {};
    for (const name of KEPT_HEADERS) {
      const value = made.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    if (encoding !== undefined) {
      headers["content-encoding"] = encoding;
      headers.etag = `W/${headers.etag}`;
    }
    if (body.length <= MOST_BYTES_OF_ONE) this.#answers.set(key, { sources, terms, atMs, body, headers });
    return unlessKnown(c, c.body(body, 200, headers));
  }

  async #isCurrent({ sources, terms, atMs }: Kept): Promise<boolean> {
    const now = this.#termsNow();
    const age = this.#nowMs() - atMs;
    return age >= 0 && age < KEPT_MS && terms.every((term, at) => term === now[at]) && sources.areSame();
  }
}

function isKeepable({ status, headers }: Response): boolean {
  return (
    status === 200 &&
    headers.has("etag") &&
    headers.get("content-type")?.startsWith("application/json") === true
  );
}

/** The answer, or 304 if the client's copy is current. */
function unlessKnown(c: Context<ApiEnv>, response: Response): Response {
  const etag = response.headers.get("etag");
  const known = c.req
    .header("if-none-match")
    ?.split(",")
    .map((item) => item.trim().replace(/^W\//, ""));
  if (etag === null || !known?.includes(etag.replace(/^W\//, ""))) return response;
  const headers = new Headers(response.headers);
  for (const name of ["content-type", "content-length", "content-encoding"]) headers.delete(name);
  return new Response(null, { status: 304, headers });
}
