import { createHash } from "node:crypto";
import type { Context } from "hono";
import type { NodeClient } from "../client/node";
import type { getEvents } from "../contract/firn/events";
import type { Readiness } from "../contract/firn/health";
import type { getNftImage } from "../contract/firn/nfts";
import { listShapeOf } from "../contract/list-shape";
import { PARAMETER, parseRequest, parseSent, type Route, type RouteBody } from "../contract/route";
import { ROUTES, type RouteName } from "../contract/routes";
import { stringifyLossless } from "../contract/rpc";
import { InputError } from "../errors";
import type { Log } from "../log";
import { readBytes } from "../read-bytes";
import { Reading } from "../store/reading";
import { openAlerts } from "./alerts/alerts";
import { readOwnNode, readPlainly } from "./alerts/own-node";
import { FORMAT, ROWS, wantsCsv } from "./csv/format";
import { csvOfPage } from "./csv/page";
import { NEXT_PAGE } from "./csv/stream";
import type { ApiEnv } from "./env";
import { openEventFeed } from "./events/feed";
import { EVENT_HEADERS, encodeEvents } from "./events/sse";
import { describeHistory, partialHistory } from "./evm/history";
import { readStatus } from "./firn/status";
import type { Handler, Service } from "./handler";
import { HANDLERS } from "./handlers";
import { KeptAnswers, type Sources } from "./kept-answers";
import { PARTIAL_HEADER } from "./middleware/callers";
import { readMetrics } from "./operations/metrics";
import { answerReadiness } from "./operations/ready";
import { openPageTokens } from "./page/page-token";
import { isCChain } from "./present/evm/chain";
import type { EvmChains, EvmSnapshot } from "./snapshot/evm";
import { describeGap } from "./snapshot/gaps";
import type { Primary } from "./snapshot/primary";
import { startYielding } from "./snapshot/yield-turn";

/** What answers requests that were let in: this thread, or others. */
export interface Answering {
  /** @throws FirnError what the answer is instead */
  answer(c: Context<ApiEnv>, name: RouteName): Promise<Response>;
  /** What stores and node say, in the text form of Prometheus. */
  metrics(c: Context<ApiEnv>): Promise<string>;
}

/** What answers, until it is closed. */
export interface OpenAnswering extends Answering {
  /** Ends streams of events. Everything else is still answered. */
  endStreams(): void;
  close(): Promise<void>;
}

export interface AnsweringOptions {
  primary: Primary;
  evmChains: EvmChains;
  /** The same chains over separate connections, for slow queries. */
  evmSlow: Pick<EvmChains, "read">;
  /** The node that is indexed, if it is known. */
  node: NodeClient | undefined;
  service: Omit<Service, "alerts" | "events">;
  /** Where Firn writes. */
  dataFolder: string;
  /** Ends the streams of events. */
  closing: AbortSignal;
  log: Log;
}

/** Answers in this thread, from the stores. */
export function answerHere(options: AnsweringOptions): Answering {
  const { primary, evmChains } = options;
  const source = { ...options, read: primary.read, readEvm: evmChains.read };
  const { nowMs } = options.service;
  const readPlain = readPlainly(primary, nowMs);
  const own = {
    service: options.service,
    node: options.node,
    read: readPlain,
    dataFolder: options.dataFolder,
  };
  const alerts = openAlerts({
    readOwnNode: (status) => readOwnNode(own, status),
    nowMs,
    log: options.log,
  });
  const events = openEventFeed(
    { primary, evmChains, readStatus: () => readStatus(source), alertsAt: alerts.at },
    { nowMs, log: options.log },
  );
  options.closing.addEventListener("abort", () => events.close());
  const kept = new KeptAnswers(() => [options.service.labels.state, options.service.prices.state], nowMs);
  const service: Service = { ...options.service, alerts, events };
  return {
    answer(c, name) {
      const route: Route = ROUTES[name];
      const handler = HANDLERS[name] as Handler<Route>;
      // Several may listen to what is read for a stream of events.
      const reading =
        route.answers === "events"
          ? undefined
          : (c.env?.reading ?? new Reading(() => c.req.raw.signal.aborted));
      return kept.answer(c, (sources) =>
        answer(c, { ...options, service, route, handler, sources, reading }),
      );
    },
    metrics: () => readMetrics({ ...source, alerts, readPlain }),
  };
}

/** Parts of the service that stay as they are, or whose change ends what is kept. */
const LASTING = ["version", "labels", "prices"] as const;

async function answer(
  c: Context<ApiEnv>,
  options: Omit<AnsweringOptions, "service"> & {
    route: Route;
    handler: Handler<Route>;
    service: Service;
    sources: Sources;
    /** What is read for the answer. */
    reading: Reading | undefined;
  },
): Promise<Response> {
  const { primary, evmChains, evmSlow, sources, reading } = options;
  const dialect = c.get("dialect");
  const search = new URL(c.req.url).searchParams;
  if (c.req.method === "POST" && options.route.method === "get")
    for (const [name, value] of new URLSearchParams(await readSent(c, MAX_FORM_BYTES)))
      search.set(name, value);
  const lastEventId = options.route.answers === "events" ? c.req.header("last-event-id") : undefined;
  if (lastEventId !== undefined) search.set("after", lastEventId);
  const values = parseRequest(options.route, paramsOf(c, options.route), search);
  const sent = parseSent(options.route, options.route.sent && (await readJson(c)));
  const asker = ({ pageTokenKey }: { pageTokenKey: Uint8Array }) => ({
    dialect,
    pageTokens: openPageTokens(pageTokenKey, options.service.nowMs),
  });
  const evmAsker = (snapshot: EvmSnapshot) => ({
    ...asker(snapshot),
    nodes: sources.fleeting(snapshot.nodes),
    labels: options.service.labels.of(snapshot.evmChainId, isCChain(snapshot.facts)),
    prices: options.service.prices.of(snapshot.evmChainId),
    currency: "usd" as const,
    asOfMs: options.service.nowMs(),
  });
  const lacks = new Set<string>();
  const noteHistory = (snapshot: EvmSnapshot) => {
    const history = partialHistory(snapshot);
    if (history) lacks.add(`chain ${snapshot.evmChainId}: ${describeHistory(history)}`);
  };
  const isRows = search.get(FORMAT) === ROWS;
  const list = isRows || wantsCsv(options.route, search) ? listShapeOf(options.route) : undefined;
  const body = await options.handler({
    ...values,
    sent,
    origin: new URL(c.req.url).origin,
    manager: c.get("manager"),
    service: sources.fleeting(options.service, LASTING),
    reading,
    read: async (work) => {
      sources.addStore(primary.version, await primary.version());
      return primary.read(async (snapshot) => {
        if (snapshot.genesis === undefined) lacks.add(WITHOUT_GENESIS);
        for (const gap of snapshot.gaps) lacks.add(describeGap(gap));
        return work({ ...snapshot, ...asker(snapshot), markPartial: (what) => lacks.add(what) });
      }, reading);
    },
    readEvm: (chainId, work) =>
      evmChains.read(
        chainId,
        (snapshot) => {
          noteHistory(snapshot);
          sources.addStore(() => evmChains.version(snapshot.evmChainId), snapshot.version);
          return work({ ...snapshot, ...evmAsker(snapshot) });
        },
        reading,
      ),
    readEvmSlow: async (chainId, work) => {
      const version = await evmChains.version(chainId);
      sources.addStore(() => evmChains.version(chainId), version);
      return evmSlow.read(
        chainId,
        (snapshot) => {
          noteHistory(snapshot);
          return work({ ...snapshot, ...evmAsker(snapshot) }, startYielding(options.service.nowMs));
        },
        reading,
      );
    },
    evmChains: sources.fleeting(evmChains),
  });
  if (lacks.size > 0) c.header(PARTIAL_HEADER, [...lacks].join("; "));
  return list === undefined
    ? answerBody(c, options.route, body)
    : answerCsv(c, body as object, csvOfPage(list, body as object, { isFirst: !isRows }));
}

/** One page of a list as CSV. */
function answerCsv(c: Context<ApiEnv>, body: { nextPageToken?: string }, text: string): Response {
  return c.body(text, 200, {
    "content-type": "text/csv; charset=utf-8",
    "cache-control": "no-store",
    ...(body.nextPageToken === undefined ? {} : { [NEXT_PAGE]: body.nextPageToken }),
  });
}

/** Value of the header that marks an answer as partial, and names what is missing. */
const WITHOUT_GENESIS =
  "this network's genesis is not known, so everything before the first block is missing; the operator sets FIRN_GENESIS";

function answerBody(c: Context<ApiEnv>, { api, answers, manages }: Route, body: RouteBody<Route>): Response {
  if (answers === "created") return c.body(null, 201);
  if (answers === "readiness") return answerReadiness(body as Readiness);
  if (answers === "made" || manages)
    return c.json(body as object, answers === "made" ? 201 : 200, { "cache-control": "no-store" });
  if (answers === "events")
    return c.req.method === "HEAD"
      ? c.body(null, 200, EVENT_HEADERS)
      : c.body(encodeEvents(body as RouteBody<typeof getEvents>), 200, EVENT_HEADERS);
  if (answers === "image") {
    const { type, bytes } = body as RouteBody<typeof getNftImage>;
    return answerTagged(c, bytes, { ...IMAGE_HEADERS, "content-type": type });
  }
  const text = api === undefined ? JSON.stringify(body) : stringifyLossless(body);
  return answerTagged(c, text, {
    "cache-control": "no-cache",
    "content-type": "application/json; charset=utf-8",
  });
}

/** Headers for bytes from a third party: a browser draws them as an image or not at all, and never runs them. */
const IMAGE_HEADERS = {
  "cache-control": "private, max-age=300",
  "content-security-policy": "default-src 'none'; sandbox",
  "x-content-type-options": "nosniff",
};

/** The body with an ETag. */
function answerTagged(
  c: Context<ApiEnv>,
  body: string | Uint8Array,
  headers: Record<string, string>,
): Response {
  const hash = createHash("sha256")
    .update(`${c.get("dialect").name}\n`)
    .update(body)
    .digest("base64url");
  const etag = `"${hash.slice(0, 22)}"`;
  return c.body(typeof body === "string" ? body : new Uint8Array(body), 200, { ...headers, etag });
}

/** Largest accepted POST body: far more than its addresses need. */
const MAX_SENT_BYTES = 256 * 1024;
/** Largest accepted form: who verifies a contract sends all of its sources. */
export const MAX_FORM_BYTES = 8 * 1024 * 1024;

/** The body's text. @throws InputError BAD_PARAMETER when it is too long */
async function readSent(c: Context<ApiEnv>, mostBytes: number): Promise<string> {
  const bytes = await readBytes(c.req.raw.body ?? [], mostBytes);
  if (bytes !== undefined) return bytes.toString();
  throw new InputError("BAD_PARAMETER", `the body must be at most ${mostBytes} bytes`);
}

/** @throws InputError BAD_PARAMETER when the body is too long or not JSON */
async function readJson(c: Context<ApiEnv>): Promise<unknown> {
  const text = await readSent(c, MAX_SENT_BYTES);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "the body must be JSON", { cause });
  }
}

/** Path parameters, decoded. @throws InputError BAD_PARAMETER on a malformed percent encoding, which Hono lets through */
function paramsOf(c: Context<ApiEnv>, route: Route): Record<string, string> {
  try {
    decodeURIComponent(c.req.path);
  } catch (cause) {
    throw new InputError("BAD_PARAMETER", "the path holds a malformed percent encoding", { cause });
  }
  return Object.fromEntries(
    [...route.path.matchAll(PARAMETER)].map(([, name = "", verb = ""]) => {
      const value = c.req.param(name) ?? "";
      return [name, value.slice(0, value.length - verb.length)];
    }),
  );
}
