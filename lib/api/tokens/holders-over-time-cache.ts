import { setImmediate as afterOthers } from "node:timers/promises";
import { toHex } from "../../avalanche/codec/bytes";
import { InputError } from "../../errors";
import { Lru } from "../../lru";
import { Mutex, Pool } from "../../mutex";
import type { EvmChains, EvmSnapshot } from "../snapshot/evm";
import { SLOW_QUEUE } from "../snapshot/slow-reads";
import { countHoldersOverTime, type HoldersOverTimeQuery } from "./count-holders-over-time";
import type { HolderList } from "./sorted-holders";

/** A chain's store and the query. Without a height, the list is as of the newest block. */
export interface HoldersOverTimeRequest extends Pick<EvmSnapshot, "evmChainId" | "pageTokenKey"> {
  query: Omit<HoldersOverTimeQuery, "height">;
  /** From the list's page token. */
  height: number | undefined;
  newestHeight: number;
}

/**
 * Lists of who held more than an amount of a token within a time frame. Each is counted once for all of its pages.
 */
export interface HoldersOverTimeCache {
  /** @throws InputError RATE_LIMITED while too many are being counted; BAD_PAGE_TOKEN when the store was rebuilt meanwhile */
  take(request: HoldersOverTimeRequest): Promise<{ height: number; list: HolderList }>;
  /** Stops the running counts. */
  close(): Promise<void>;
}

interface Entry {
  /** Identifies the list except for its height. */
  name: string;
  height: number;
}

interface Counting extends Entry {
  promise: Promise<HolderList>;
}

interface Counted extends Entry {
  list: HolderList;
  tookMs: number;
  endedAtMs: number;
}

/** Lists counted at once, limited by the memory that they need. */
const AT_ONCE = 3;
/** Limits for counted lists in memory. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_LISTS = 200;
/** A client that has waited this long has probably timed out and will retry. */
const CLIENT_TIMEOUT_MS = 5_000;

/** `chains`: separate connections, closed with the cache. */
export function openHoldersOverTimeCache(
  chains: Pick<EvmChains, "read" | "close">,
  nowMs: () => number,
): HoldersOverTimeCache {
  const counting = new Map<string, Counting>();
  const counted = new Lru<string, Counted>(MOST_BYTES, ({ list }) =>
    Math.max(list.bytes, MOST_BYTES / MOST_LISTS),
  );
  const pool = new Pool(
    Array.from({ length: AT_ONCE }, () => new Mutex()),
    SLOW_QUEUE,
  );
  let isClosed = false;

  const yieldTurn = async () => {
    await afterOthers();
    if (isClosed) throw new InputError("RATE_LIMITED", "Firn is stopping", { hint: "ask again in a moment" });
  };

  const count = ({ evmChainId, pageTokenKey }: HoldersOverTimeRequest, query: HoldersOverTimeQuery) => {
    const store = toHex(pageTokenKey);
    const read = <T>(work: (db: EvmSnapshot["db"]) => Promise<T>) =>
      chains.read(evmChainId, (snapshot) => {
        if (toHex(snapshot.pageTokenKey) === store) return work(snapshot.db);
        throw new InputError("BAD_PAGE_TOKEN", "the chain was indexed again: start over without pageToken");
      });
    return pool.run((mutex) => mutex.run(() => countHoldersOverTime(read, query, { yieldTurn })));
  };

  const begin = (request: HoldersOverTimeRequest, entry: Entry): Promise<HolderList> => {
    const key = keyOf(entry);
    const begunAtMs = nowMs();
    const promise = count(request, { ...request.query, height: entry.height })
      .then((list) => {
        const endedAtMs = nowMs();
        counted.set(key, { ...entry, list, tookMs: endedAtMs - begunAtMs, endedAtMs });
        return list;
      })
      .finally(() => counting.delete(key));
    counting.set(key, { ...entry, promise });
    return promise;
  };

  /**
   * The height of a list that also serves a new first page although there are newer blocks: it is still being counted, or
   * it took so long that the client may have timed out, and it is no older than the time it took.
   */
  const joinableHeight = (name: string): number | undefined => {
    const isJoinable = ({ tookMs, endedAtMs }: Counted) =>
      tookMs >= CLIENT_TIMEOUT_MS && nowMs() - endedAtMs <= tookMs;
    const entries: Entry[] = [...counting.values(), ...[...counted.values()].filter(isJoinable)];
    const heights = entries.filter((entry) => entry.name === name).map(({ height }) => height);
    return heights.length === 0 ? undefined : Math.max(...heights);
  };

  return {
    async take(request) {
      const name = nameOf(request);
      const height = request.height ?? joinableHeight(name) ?? request.newestHeight;
      const key = keyOf({ name, height });
      const list =
        counted.get(key)?.list ?? (await (counting.get(key)?.promise ?? begin(request, { name, height })));
      return { height, list };
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([...counting.values()].map(({ promise }) => promise));
      await chains.close();
    },
  };
}

/** Everything that decides a list but its height. The page token key identifies the store. */
function nameOf({ evmChainId, pageTokenKey, query }: HoldersOverTimeRequest): string {
  const { tokenId, threshold, startTimestamp, endTimestamp } = query;
  return [evmChainId, toHex(pageTokenKey), tokenId, threshold, startTimestamp, endTimestamp].join("/");
}

function keyOf({ name, height }: Entry): string {
  return `${name}@${height}`;
}
