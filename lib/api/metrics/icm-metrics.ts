import { formatId } from "../../avalanche/ids";
import { WINDOWS, type WindowName } from "../../contract/metrics/chain-metrics";
import type * as contract from "../../contract/metrics/icm-metrics";
import type { IcmGroup } from "../../contract/metrics/icm-metrics";
import { findChainEnd } from "../../store/queries/evm/figures";
import { includesNetwork, networkOf } from "../data/evm-chains";
import { requireWhole } from "../evm/history";
import type { EvmContext, Handler, HandlerRequest } from "../handler";
import {
  type CountedPair,
  type CountFilter,
  type Counting,
  countBetween,
  newestBefore,
  openCounting,
} from "../messages/counts";
import { idOfChain } from "../messages/events";
import { blockchainOf } from "../messages/heads";
import { takeExactPage } from "../page/page";
import { beginningOfInterval, type Interval, nextInterval } from "./chain-metrics";

type Asking = Pick<HandlerRequest<never>, "read" | "readEvm" | "evmChains">;

interface AskedCounts {
  filter: CountFilter;
  groupBy: IcmGroup | undefined;
  /** Whether nothing can match: another network, or a chain that nobody knows. */
  isNone: boolean;
}

interface Query {
  srcBlockchainId?: string | undefined;
  destBlockchainId?: string | undefined;
  groupBy?: IcmGroup | undefined;
  network?: "mainnet" | "fuji" | "testnet" | undefined;
}

export const getICMTimeseries: Handler<typeof contract.getICMTimeseries> = async (request) => {
  const { startTimestamp = 0, endTimestamp, timeInterval, pageToken, pageSize } = request.query;
  const asked = await readAsked(request, request.query);
  const { source, destination } = asked.filter;
  const { tokens, dialect } = await request.read(async ({ pageTokens, dialect }) => ({
    tokens: pageTokens,
    dialect: dialect.name,
  }));
  const page = await takeExactPage<Point>({
    tokens,
    token: pageToken,
    canonical: {
      ...{ endpoint: "ICM series", timeInterval, startTimestamp, endTimestamp, dialect },
      ...{ source: source && formatId(source), destination: destination && formatId(destination) },
      ...{ groupBy: asked.groupBy, isNone: String(asked.isNone) },
    },
    start: endTimestamp === undefined ? undefined : BigInt(endTimestamp) * POINTS,
    pageSize,
    list: async (cursor, limit) => {
      // Points of the cursor's own interval may still come.
      const before =
        cursor === undefined ? Number.POSITIVE_INFINITY : Number((cursor + POINTS - 1n) / POINTS);
      const wanted = { interval: timeInterval, from: startTimestamp, before, limit: limit + 1 };
      const points = await listPoints(request, asked, wanted);
      return points.filter((point) => cursor === undefined || cursorOf(point) < cursor).slice(0, limit);
    },
    cursorOf,
  });
  return {
    ...(page.nextPageToken !== undefined && { nextPageToken: page.nextPageToken }),
    results: page.rows.map(({ rank: _, ...point }) => point),
  };
};

export const getICMSummary: Handler<typeof contract.getICMSummary> = async (request) => {
  const asked = await readAsked(request, request.query);
  const chains = asked.isNone ? [] : await listChains(request);
  const end = Math.max(0, ...chains.map(({ end }) => end));
  const windows = await Promise.all(
    chains.map(({ evmChainId }) =>
      request.readEvm(evmChainId, async (context) => {
        const counting = await openCounting(context, asked.filter, idsOf(chains));
        const counted: [WindowName, CountedPair[] | undefined][] = [];
        for (const [name, seconds] of Object.entries(WINDOWS) as [WindowName, number][]) {
          const from = Math.max(0, end - seconds + 1);
          const isKnown = counting === undefined || from >= counting.from;
          const pairs =
            counting && isKnown ? await countBetween(context, counting, { from, before: end + 1 }) : [];
          counted.push([name, isKnown ? pairs : undefined]);
        }
        return counted;
      }),
    ),
  );
  const items = new Map<string, { srcBlockchainId: string; destBlockchainId: string } & Windows>();
  const names = Object.keys(WINDOWS) as WindowName[];
  const known = names.filter((name) =>
    windows.every((counted) => counted.some(([each, pairs]) => each === name && pairs !== undefined)),
  );
  const none = Object.fromEntries(known.map((name) => [name, 0])) as Windows;
  if (asked.groupBy === undefined) items.set("", { ...none, ...nameOf(asked) });
  for (const [name, pairs = []] of windows.flat())
    for (const pair of known.includes(name) ? pairs : []) {
      const named = nameOf(asked, pair);
      const key = asked.groupBy === undefined ? "" : `${named.srcBlockchainId} ${named.destBlockchainId}`;
      const item = items.get(key) ?? { ...none, ...named };
      items.set(key, { ...item, [name]: (item[name] ?? 0) + pair.count });
    }
  const [only] = items.values();
  const list = [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  return { result: asked.groupBy === undefined && only !== undefined ? only : list };
};

type Windows = Partial<Record<WindowName, number>>;

export const getTeleporterMetricsByChain: Handler<typeof contract.getTeleporterMetricsByChain> = async (
  request,
) => {
  const { chainId, metric } = request.params;
  const value = await request.readEvm(chainId, async (context) => {
    requireWhole(context, "counts of all messages");
    const own = idOfChain(context.facts);
    const counts = { sent: 0, received: 0 };
    if (own === undefined) return 0;
    const all = { from: 0, before: Number.POSITIVE_INFINITY };
    for (const kind of ["sent", "received"] as const) {
      const counting = { own: formatId(own), branches: [{ kind, isSent: kind === "sent" }], from: 0 };
      for (const { count } of await countBetween(context, counting, all)) counts[kind] += count;
    }
    if (metric === "teleporterSourceTxnCount") return counts.sent;
    return metric === "teleporterDestinationTxnCount" ? counts.received : counts.sent + counts.received;
  });
  return { result: { value } };
};

/** A point, and its place among those of its interval. */
interface Point {
  timestamp: number;
  value: number;
  srcBlockchainId: string;
  destBlockchainId: string;
  rank: number;
}

/** More than the pairs of one interval. */
const POINTS = 2n ** 20n;

function cursorOf({ timestamp, rank }: Point): bigint {
  return BigInt(timestamp) * POINTS + (POINTS - 1n - BigInt(rank));
}

interface SeriesRequest {
  interval: Interval;
  /** Intervals that begin at or after `from` and before `before`, unix seconds. */
  from: number;
  before: number;
  /** Intervals with messages, at most. */
  limit: number;
}

/** Points of the newest intervals, newest first. */
async function listPoints(request: Asking, asked: AskedCounts, wanted: SeriesRequest): Promise<Point[]> {
  const chains = asked.isNone ? [] : await listChains(request);
  const told = await Promise.all(
    chains.map(({ evmChainId }) =>
      request.readEvm(evmChainId, async (context) => {
        const counting = await openCounting(context, asked.filter, idsOf(chains));
        return counting === undefined ? [] : listIntervals(context, counting, wanted);
      }),
    ),
  );
  const sums = new Map<number, Map<string, Omit<Point, "rank">>>();
  for (const { timestamp, pairs } of told.flat())
    for (const pair of pairs) {
      const named = nameOf(asked, pair);
      const key = `${named.srcBlockchainId} ${named.destBlockchainId}`;
      const points = sums.get(timestamp) ?? new Map<string, Omit<Point, "rank">>();
      const value = (points.get(key)?.value ?? 0) + pair.count;
      sums.set(timestamp, points.set(key, { timestamp, value, ...named }));
    }
  // Each chain told its newest intervals: of these, as many are whole.
  return [...sums]
    .sort(([a], [b]) => b - a)
    .slice(0, wanted.limit)
    .flatMap(([, points]) =>
      [...points].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, point], rank) => ({ ...point, rank })),
    );
}

/** A chain's newest intervals that have messages. */
async function listIntervals(
  context: EvmContext,
  counting: Counting,
  { interval, from, before, limit }: SeriesRequest,
): Promise<{ timestamp: number; pairs: CountedPair[] }[]> {
  const found: { timestamp: number; pairs: CountedPair[] }[] = [];
  const least = Math.max(from, counting.from);
  // The interval that `before` falls into began before it.
  let below = Number.isFinite(before) ? nextInterval(before - 1, interval) : before;
  while (found.length < limit) {
    const newest = await newestBefore(context, counting, below);
    if (newest === undefined) break;
    const timestamp = beginningOfInterval(newest, interval);
    if (timestamp < least) break;
    const end = nextInterval(timestamp, interval);
    found.push({ timestamp, pairs: await countBetween(context, counting, { from: timestamp, before: end }) });
    below = timestamp;
  }
  return found;
}

interface CountedChain {
  evmChainId: string;
  id: Uint8Array | undefined;
  /** Time of the newest block, unix seconds. */
  end: number;
}

function listChains({ readEvm, evmChains }: Asking): Promise<CountedChain[]> {
  return evmChains.list().then((chains) =>
    Promise.all(
      chains.map(({ evmChainId = "" }) =>
        readEvm(evmChainId, async ({ db, facts }) => ({
          ...{ evmChainId, id: idOfChain(facts) },
          end: (await findChainEnd(db))?.time ?? 0,
        })),
      ),
    ),
  );
}

function idsOf(chains: readonly CountedChain[]): Uint8Array[] {
  return chains.flatMap(({ id }) => id ?? []);
}

/** What an item is of: the chains that tell it from others; empty where it is of all. */
function nameOf({ filter, groupBy }: AskedCounts, pair?: CountedPair) {
  const text = (id: Uint8Array | undefined) => (id === undefined ? "" : formatId(id));
  const groups = groupBy?.split(",") ?? [];
  return {
    srcBlockchainId: pair && groups.includes("srcBlockchainId") ? pair.source : text(filter.source),
    destBlockchainId:
      pair && groups.includes("destBlockchainId") ? pair.destination : text(filter.destination),
  };
}

async function readAsked(request: Asking, query: Query): Promise<AskedCounts> {
  const isOther = !includesNetwork(query.network, await networkOf(request));
  const [source, destination] = await Promise.all(
    [query.srcBlockchainId, query.destBlockchainId].map(async (text) =>
      text === undefined ? undefined : ((await blockchainOf(text, request)) ?? "unknown"),
    ),
  );
  const isNone = isOther || source === "unknown" || destination === "unknown";
  return {
    filter: {
      source: source === "unknown" ? undefined : source,
      destination: destination === "unknown" ? undefined : destination,
    },
    ...{ groupBy: query.groupBy, isNone },
  };
}
