import { z } from "zod";
import type { Route } from "../contract/route";
import { ROUTES } from "../contract/routes";

/** Answers whose members are the values of a parameter, where they have another name than the parameter. */
const MEMBERS: Record<string, readonly string[]> = {
  addresses: ["bech32"],
  address: ["evmAddress"],
  blockId: ["blockHash", "blockNumber"],
  blockTimestamp: ["blockTimestamp"],
  chainId: ["evmChainId", "chainId"],
  contractAddress: ["contractAddress", "evmAddress"],
  id: ["txHash", "blockHash", "blockNumber"],
  heights: ["blockNumber"],
  ids: ["txHash"],
  l1ValidationId: ["validationId"],
  nodeIds: ["nodeId"],
  q: ["txHash", "blockHash", "blockNumber", "nodeId", "subnetId", "evmAddress", "bech32", "validationId"],
  rewardAddresses: ["bech32"],
  txHash: ["txHash", "hash"],
  validationId: ["validationId", "l1ValidationId"],
  vertexHash: ["txHash"],
};

/** Values that no answer needs to name. */
const KNOWN: Record<string, readonly string[]> = {
  network: ["fuji"],
  blockchainId: ["p-chain", "x-chain", "c-chain"],
  // Not every network has a message.
  messageId: [`0x${"00".repeat(32)}`],
  pageSize: ["50"],
};

/** Texts that are recognised by their form, whatever member they are. */
const FORMS: Record<string, RegExp> = {
  evmAddress: /^0x[0-9a-fA-F]{40}$/,
  bech32: /^([PXC]-)?(avax|fuji|local|custom)1[0-9a-z]{38}$/,
  nodeId: /^NodeID-\w+$/,
};

/** Values of one parameter that are tried until a route has an answer. */
const MOST_TRIED = 200;

/** Requests of one route under way at once: no more than a Firn answers in time. */
const AT_ONCE = 8;

/** A stream of events never ends, so it is no answer to compare; what somebody manages is answered to nobody else. */
export function isAsked({ method, answers, manages }: Route): boolean {
  return method === "get" && answers !== "events" && manages === undefined;
}

/**
 * Requests of every GET route, made from values that a Firn's own answers contain: each path with the values of each of
 * its parameters, and with each of its query parameters once.
 */
export class Catalogue {
  readonly #ask: (path: string) => Promise<{ body: unknown }>;
  readonly #values = new Map<string, Set<string>>();
  /** NFTs, which only their contract has. */
  readonly #nfts = new Map<string, { address: string; tokenId: string }>();
  /** A path of each route that was answered with more than a refusal. */
  readonly #answered = new Map<Route, string>();

  constructor(ask: (path: string) => Promise<{ body: unknown }>) {
    this.#ask = ask;
  }

  /** Collects values: lists name the things, and what is answered about them names more. */
  async fill(): Promise<void> {
    const routes = Object.values<Route>(ROUTES).filter(isAsked);
    const asked = new Set<string>();
    for (const most of [2, 4])
      for (const route of routes) {
        const paths = this.#neededPathsOf(route, most).filter((path) => !asked.has(path));
        for (const path of paths) asked.add(path);
        for (let at = 0; at < paths.length; at += AT_ONCE)
          await Promise.all(paths.slice(at, at + AT_ONCE).map((path) => this.#read(route, path)));
      }
    for (const route of routes) await this.#findAnswer(route);
  }

  /** Asks for a path, and keeps what its answer names. Returns whether it is more than a refusal. */
  async #read(route: Route, path: string): Promise<boolean> {
    const { body } = await this.#ask(path);
    this.#collect(body);
    const isAnswer = !(typeof body === "object" && body !== null && "statusCode" in body);
    if (isAnswer && !this.#answered.has(route)) this.#answered.set(route, path.split("?")[0] ?? path);
    return isAnswer;
  }

  /** Looks for values with which a route has an answer: few of all contracts are collections, few of all ids are messages. */
  async #findAnswer(route: Route): Promise<void> {
    if (this.#answered.has(route)) return;
    for (const path of this.#neededPathsOf(route, MOST_TRIED).slice(0, MOST_TRIED))
      if (await this.#read(route, path)) return;
  }

  /** Paths with queries, of at most `most` values of each parameter. */
  pathsOf(route: Route, most = 10): string[] {
    const answered = this.#answered.get(route);
    const paths = [...(answered === undefined ? [] : [answered]), ...this.#barePathsOf(route, most)];
    const queries = Object.entries(route.query.shape).flatMap(([name, schema]) =>
      this.valuesOf(name, schema, 2).map((value) => `?${name}=${encodeURIComponent(value)}`),
    );
    return [...new Set(["", ...queries])].flatMap((query, at) =>
      // A few things are enough to see what a query does.
      spread(paths, at === 0 ? paths.length : 2).map((path) => path + query),
    );
  }

  /** Paths with as much of the query as a route can't do without. */
  #neededPathsOf(route: Route, most: number): string[] {
    const needed = Object.entries(route.query.shape).filter(([, schema]) => !isOptional(schema));
    const queries = needed.map(([name, schema]) =>
      this.valuesOf(name, schema, most).map((value) => `${name}=${encodeURIComponent(value)}`),
    );
    const paths = this.#barePathsOf(route, most);
    if (queries.length === 0) return paths;
    return Array.from({ length: Math.max(...queries.map(({ length }) => length)) }).flatMap((_, at) => {
      const query = queries.map((values) => values[at % values.length] ?? "").join("&");
      return paths.map((path) => `${path}?${query}`);
    });
  }

  #barePathsOf(route: Route, most: number): string[] {
    let paths: string[] = this.#pathsOfNfts(route, most);
    for (const [name, schema] of Object.entries(route.params.shape)) {
      if (!paths[0]?.includes(`{${name}}`)) continue;
      paths = this.valuesOf(name, schema, most).flatMap((value) =>
        paths.map((path) => path.replace(`{${name}}`, encodeURIComponent(value))),
      );
    }
    return paths;
  }

  #pathsOfNfts({ path, params }: Route, most: number): string[] {
    const known = "tokenId" in params.shape ? spread([...this.#nfts.values()], most) : [];
    return known.length === 0
      ? [path]
      : known.map(({ address, tokenId }) =>
          path.replace("{address}", address).replace("{tokenId}", encodeURIComponent(tokenId)),
        );
  }

  /** At most `most` values of a parameter, which its schema accepts. */
  valuesOf(name: string, schema: z.core.$ZodType, most: number): string[] {
    const known = KNOWN[name] ?? optionsOf(schema);
    const found = (MEMBERS[name] ?? [name]).flatMap((member) =>
      spread([...(this.#values.get(member) ?? [])], most),
    );
    return [...new Set([...known, ...found])].filter((value) => z.safeParse(schema, value).success);
  }

  #collect(value: unknown, name = ""): void {
    if (Array.isArray(value)) for (const each of value) this.#collect(each, name);
    else if (typeof value === "object" && value !== null) {
      const { address, tokenId } = value as Record<string, unknown>;
      if (typeof address === "string" && typeof tokenId === "string")
        this.#nfts.set(`${address} ${tokenId}`, { address, tokenId });
      for (const [member, each] of Object.entries(value)) this.#collect(each, member);
    } else if (typeof value === "string" || typeof value === "number") {
      this.#add(name, String(value));
      for (const [form, pattern] of Object.entries(FORMS))
        if (pattern.test(String(value))) this.#add(form, String(value));
    }
  }

  #add(name: string, value: string): void {
    this.#values.set(name, (this.#values.get(name) ?? new Set()).add(value));
  }
}

function isOptional(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, undefined).success;
}

/** The choices of an enumeration, without its default. */
function optionsOf(schema: z.core.$ZodType): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return optionsOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return optionsOf(schema.out);
  if (schema instanceof z.ZodArray) return optionsOf(schema.element);
  return schema instanceof z.ZodEnum ? schema.options.map(String) : [];
}

/** At most `most` of a list's values, from its beginning to its end. */
export function spread<T>(values: readonly T[], most: number): T[] {
  const step = Math.max(1, values.length / most);
  return Array.from({ length: Math.min(most, values.length) }, (_, i) => values[Math.floor(i * step)] as T);
}
