import type { z } from "zod";
import { PARAMETER, type Route } from "../contract/route";
import { type Catalogue, isAsked } from "./catalogue";

/** A request that was sent, and what was answered. */
export interface Example {
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** Length of an answer's JSON up to which a longer one says more. */
const READABLE = 2_500;
const MOST = 20_000;

/** Of so many answers the best is good. */
const ENOUGH = 6;

/**
 * For each GET route with JSON the answer that shows most without being long, by operation. Page tokens are left out: they
 * are of one store, and are accepted for a day. Times at which Firn itself read something stand still.
 */
export async function collectExamples(
  routes: readonly Route[],
  from: Source,
): Promise<Record<string, Example>> {
  const examples: Record<string, Example> = {};
  for (const route of routes) {
    if (!isAsked(route) || route.answers === "image") continue;
    const example = await bestOf(route, from);
    if (example !== undefined) examples[route.operationId] = example;
  }
  return examples;
}

/** The API to ask, the node it stands beside, and values to ask for. */
interface Source {
  url: string;
  nodeUrl: string;
  catalogue: Catalogue;
}

async function bestOf(route: Route, { url, nodeUrl, catalogue }: Source): Promise<Example | undefined> {
  let best: { example: Example; score: number } | undefined;
  let answered = 0;
  for (const path of candidatesOf(route, catalogue)) {
    const response = await fetch(`${url}${path}`);
    if (response.status !== 200) continue;
    if (++answered > ENOUGH) break;
    const body = exampleBody((await response.text()).replaceAll(nodeUrl, "http://127.0.0.1:9650"));
    const { length } = JSON.stringify(body);
    const score = length <= READABLE ? length : READABLE - length;
    if (length <= MOST && score > (best?.score ?? Number.NEGATIVE_INFINITY))
      best = { example: { ...partsOf(route, path), body }, score };
  }
  return best?.example;
}

/** Paths with what the query has to have, then with one parameter more, and with short pages. */
function candidatesOf(route: Route, catalogue: Catalogue): string[] {
  const required = Object.entries(route.query.shape)
    .filter(([, schema]) => !(schema as z.ZodType).safeParse(undefined).success)
    .map(([name]) => name);
  const isPlain = (path: string) => {
    const names = [...new URL(path, "http://firn").searchParams.keys()];
    return names.length === required.length && required.every((name) => names.includes(name));
  };
  const all = catalogue.pathsOf(route, 40).filter((path) => !path.includes("pageSize="));
  // Some need one of several parameters.
  const paths = [...all.filter(isPlain), ...all.filter((path) => !isPlain(path))];
  if (!("pageSize" in route.query.shape)) return paths;
  return paths.map((path) => `${path}${path.includes("?") ? "&" : "?"}pageSize=1`);
}

function partsOf(route: Route, path: string): Pick<Example, "params" | "query"> {
  const { pathname, searchParams } = new URL(path, "http://firn");
  const names = [...route.path.matchAll(PARAMETER)].map((match) => match[1] ?? "");
  const pattern = new RegExp(`^${route.path.replace(PARAMETER, "([^/]+?)$2").replaceAll(".", "\\.")}$`);
  const values = pattern.exec(pathname)?.slice(1) ?? [];
  return {
    params: Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at] ?? "")])),
    query: Object.fromEntries(searchParams),
  };
}

/** The JSON of an answer as it stands in an example. */
export function exampleBody(text: string): unknown {
  return JSON.parse(text, (key, value) =>
    key === "nextPageToken" ? undefined : (TIMES_OF_FIRN[key] ?? value),
  );
}

/** When a block was stored or metadata read, as if that had been just after the last recorded block. */
const TIMES_OF_FIRN: Record<string, number> = {
  lastRun: 1_795_222_900,
  metadataLastUpdatedTimestamp: 1_795_222_900,
  storedAtMs: 1_795_222_900_000,
  indexedInMs: 1_000,
};
