import { setImmediate as afterOthers } from "node:timers/promises";
import { toHex } from "../../avalanche/codec/bytes";
import { InputError } from "../../errors";
import { Mutex, Pool } from "../../mutex";
import { SLOW_QUEUE } from "../snapshot/apart";
import type { EvmChains, EvmSnapshot } from "../snapshot/evm";
import { countHeld, type HeldQuestion } from "./count-holders-over-time";
import type { HolderList } from "./sorted-holders";

/** A chain's store and the query. Without a height, the list is as of the newest block. */
export interface HeldRequest extends Pick<EvmSnapshot, "evmChainId" | "pageTokenKey"> {
  question: Omit<HeldQuestion, "height">;
  /** From the list's page token. */
  height: number | undefined;
  newestHeight: number;
}

/** Lists of who held more than an amount of a token within a time frame. Each is counted once for all of its pages. */
export interface HeldLists {
  /**
   * @throws InputError RATE_LIMITED while too many are being counted; BAD_PAGE_TOKEN when the store was rebuilt
   * meanwhile
   */
  take(request: HeldRequest): Promise<{ height: number; list: HolderList }>;
  /** Stops the running counts. */
  close(): Promise<void>;
}

interface Kept {
  question: string;
  height: number;
  list: Promise<HolderList>;
  begunAtMs: number;
  /** Set when the count is complete. */
  counted?: { bytes: number; endedAtMs: number };
}

/** Lists counted at once, limited by the memory that they need. */
const AT_ONCE = 3;
/** Limits for lists in memory, not counting the newest. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_LISTS = 200;
/** A client that has waited this long has probably timed out and will retry. */
const PATIENCE_MS = 5_000;

/** `chains`: separate connections, closed with the cache. */
export function openHeldLists(chains: Pick<EvmChains, "read" | "close">, nowMs: () => number): HeldLists {
  // The most recently used one is last.
  const kept = new Map<string, Kept>();
  const pool = new Pool(
    Array.from({ length: AT_ONCE }, () => new Mutex()),
    SLOW_QUEUE,
  );
  let isClosed = false;

  const step = async () => {
    await afterOthers();
    if (isClosed) throw new InputError("RATE_LIMITED", "Firn is stopping", { hint: "ask again in a moment" });
  };

  const count = ({ evmChainId, pageTokenKey }: HeldRequest, question: HeldQuestion) => {
    const store = toHex(pageTokenKey);
    const read = <T>(work: (db: EvmSnapshot["db"]) => Promise<T>) =>
      chains.read(evmChainId, (snapshot) => {
        if (toHex(snapshot.pageTokenKey) === store) return work(snapshot.db);
        throw new InputError("BAD_PAGE_TOKEN", "the chain was indexed again: start over without pageToken");
      });
    return pool.run((mutex) => mutex.run(() => countHeld(read, question, { step })));
  };

  const begin = (request: HeldRequest, name: string, height: number): Kept => {
    const list = count(request, { ...request.question, height });
    const entry: Kept = { question: name, height, list, begunAtMs: nowMs() };
    const key = keyOf(name, height);
    kept.set(key, entry);
    list.then(
      ({ bytes }) => {
        entry.counted = { bytes, endedAtMs: nowMs() };
        forget(kept);
      },
      () => kept.delete(key),
    );
    return entry;
  };

  return {
    async take(request) {
      const name = nameOf(request);
      const height = request.height ?? joinable(kept, name, nowMs()) ?? request.newestHeight;
      const key = keyOf(name, height);
      const entry = kept.get(key) ?? begin(request, name, height);
      kept.delete(key);
      kept.set(key, entry);
      return { height, list: await entry.list };
    },
    async close() {
      isClosed = true;
      await Promise.allSettled([...kept.values()].map(({ list }) => list));
      await chains.close();
    },
  };
}

/** Identifies a list except for its height. The page token key identifies the store. */
function nameOf({ evmChainId, pageTokenKey, question }: HeldRequest): string {
  const { tokenId, threshold, startTimestamp, endTimestamp } = question;
  return [evmChainId, toHex(pageTokenKey), tokenId, threshold, startTimestamp, endTimestamp].join("/");
}

function keyOf(name: string, height: number): string {
  return `${name}@${height}`;
}

/**
 * The height of a list that also serves a new first page although there are newer blocks: it is still being counted, or
 * it took so long that the client may have timed out, and it is no older than the time it took.
 */
function joinable(kept: ReadonlyMap<string, Kept>, name: string, nowMs: number): number | undefined {
  const entries = [...kept.values()].filter(({ question, begunAtMs, counted }) => {
    if (question !== name) return false;
    if (counted === undefined) return true;
    const tookMs = counted.endedAtMs - begunAtMs;
    return tookMs >= PATIENCE_MS && nowMs - counted.endedAtMs <= tookMs;
  });
  return entries.sort((a, b) => b.height - a.height)[0]?.height;
}

/** Drops the least recently used lists above the limits. They are counted again when requested. */
function forget(kept: Map<string, Kept>): void {
  const counted = [...kept].flatMap(([key, { counted }]) => (counted ? [{ key, ...counted }] : []));
  const newest = counted.reduce((last, each) => (each.endedAtMs >= last.endedAtMs ? each : last));
  let bytes = counted.reduce((sum, each) => sum + each.bytes, 0) - newest.bytes;
  let lists = counted.length;
  for (const each of counted) {
    if (bytes <= MOST_BYTES && lists <= MOST_LISTS) return;
    if (each === newest) continue;
    kept.delete(each.key);
    bytes -= each.bytes;
    lists -= 1;
  }
}
