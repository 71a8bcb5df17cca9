import { formatId, parseId } from "../../avalanche/ids";
import { WINDOWS, type WindowName } from "../../contract/metrics/chain-metrics";
import type * as contract from "../../contract/metrics/icm-metrics";
import type { IcmGroup } from "../../contract/metrics/icm-metrics";
import { NodeError } from "../../errors";
import { unreadBlocks } from "../../store/bookkeeping/unread-blocks";
import { findChainEnd } from "../../store/queries/evm/figures";
import { countSteps } from "../../store/queries/evm/message";
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
      endpoint: "ICM series",
      timeInterval,
      startTimestamp,
      endTimestamp,
      dialect,
      source: source && formatId(source),
      destination: destination && formatId(destination),
      groupBy: asked.groupBy,
      isNone: String(asked.isNone),
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
  const chains = await openChains(request, asked);
  const end = Math.max(0, ...chains.map((chain) => chain.end));
  const from = Math.max(0, ...chains.map(({ counting }) => counting.from));
  const windows = (Object.entries(WINDOWS) as [WindowName, number][])
    .map(([name, seconds]) => ({ name, from: Math.max(0, end - seconds + 1), before: end + 1 }))
    .filter((window) => window.from >= from);
  const none = Object.fromEntries(windows.map(({ name }) => [name, 0])) as Windows;
  const items = new Map<string, NamedChains & Windows>();
  if (asked.groupBy === undefined) items.set(keyOf(nameOf(asked)), { ...none, ...nameOf(asked) });
  for (const { evmChainId, counting } of chains) {
    const counted = await request.readEvm(evmChainId, (context) =>
      Promise.all(windows.map((window) => countBetween(context, counting, window))),
    );
    for (const [at, { name }] of windows.entries())
      for (const pair of counted[at] ?? []) {
        const named = nameOf(asked, pair);
        const item = items.get(keyOf(named)) ?? { ...none, ...named };
        items.set(keyOf(named), { ...item, [name]: (item[name] ?? 0) + pair.count });
      }
  }
  const sorted = [...items].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
  return { result: asked.groupBy === undefined ? (sorted[0] as NamedChains & Windows) : sorted };
};

type Windows = Partial<Record<WindowName, number>>;

export const getTeleporterMetricsByChain: Handler<typeof contract.getTeleporterMetricsByChain> = async ({
  params,
  readEvm,
}) => {
  const kinds = KINDS[params.metric];
  const value = await readEvm(params.chainId, async (context) => {
    requireWhole(context, "counts of all messages");
    const unread = unreadBlocks(context.facts, "unreadMessages");
    if (unread !== undefined)
      throw new NodeError("HISTORY_PARTIAL", "counts of all messages are not known yet", {
        hint: `messages of blocks ${unread.from} to ${unread.to} are still being read: ask again later`,
      });
    const all = { from: 0, below: Number.MAX_SAFE_INTEGER };
    let total = 0;
    for (const kind of kinds)
      for (const { count } of await countSteps(context.db, { kind }, all)) total += count;
    return total;
  });
  return { result: { value } };
};

const KINDS = {
  teleporterSourceTxnCount: ["sent"],
  teleporterDestinationTxnCount: ["received"],
  teleporterTotalTxnCount: ["sent", "received"],
} as const;

/** A point, and its place among those of its interval. */
interface Point extends NamedChains {
  timestamp: number;
  value: number;
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
  const told = await Promise.all(
    (await openChains(request, asked)).map(({ evmChainId, counting }) =>
      request.readEvm(evmChainId, (context) => listIntervals(context, counting, wanted)),
    ),
  );
  const sums = new Map<number, Map<string, Omit<Point, "rank">>>();
  for (const { timestamp, pairs } of told.flat())
    for (const pair of pairs) {
      const named = nameOf(asked, pair);
      const points = sums.get(timestamp) ?? new Map<string, Omit<Point, "rank">>();
      const value = (points.get(keyOf(named))?.value ?? 0) + pair.count;
      sums.set(timestamp, points.set(keyOf(named), { timestamp, value, ...named }));
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
  /** Time of the newest block, unix seconds. */
  end: number;
  counting: Counting;
}

/** The chains that count, and what each counts. Marks the answer as partial where messages are not known. */
async function openChains(request: Asking, { filter, isNone }: AskedCounts): Promise<CountedChain[]> {
  const chains = isNone ? [] : await request.evmChains.list();
  const indexed = chains.flatMap(({ blockchainId }) => (blockchainId ? parseId(blockchainId) : []));
  const lacks: string[] = [];
  const opened = await Promise.all(
    chains.map(({ evmChainId = "" }) =>
      request.readEvm(evmChainId, async (context) => {
        const unread = unreadBlocks(context.facts, "unreadMessages");
        if (unread !== undefined)
          lacks.push(
            `chain ${evmChainId}: messages of blocks ${unread.from} to ${unread.to} are still being read`,
          );
        const counting = await openCounting(context, filter, indexed);
        if (counting === undefined)
          lacks.push(
            `chain ${evmChainId}: its blockchain id is not known, so its messages are counted at the other end only`,
          );
        const end = (await findChainEnd(context.db))?.time ?? 0;
        return counting === undefined ? [] : { evmChainId, end, counting };
      }),
    ),
  );
  if (lacks.length > 0) await request.read(async ({ markPartial }) => lacks.forEach(markPartial));
  return opened.flat();
}

/** The blockchains at both ends, ids in cb58. */
interface NamedChains {
  srcBlockchainId: string;
  destBlockchainId: string;
}

function keyOf({ srcBlockchainId, destBlockchainId }: NamedChains): string {
  return `${srcBlockchainId} ${destBlockchainId}`;
}

/** What an item is of: the chains that tell it from others; empty where it is of all. */
function nameOf({ filter, groupBy }: AskedCounts, pair?: CountedPair): NamedChains {
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
    groupBy: query.groupBy,
    isNone,
  };
}
