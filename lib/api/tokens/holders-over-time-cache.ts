import { setImmediate as afterOthers } from "node:timers/promises";
import { toHex } from "../../avalanche/codec/bytes";
import { InputError } from "../../errors";
import { Mutex, Pool } from "../../mutex";
import { SLOW_QUEUE } from "../snapshot/apart";
import type { EvmChains, EvmSnapshot } from "../snapshot/evm";
import { countHeld, type HeldQuestion } from "./count-holders-over-time";
import type { HolderList } from "./sorted-holders";

/** Of which chain's store, and what is asked; without a height it is the newest one that was told. */
export interface HeldRequest extends Pick<EvmSnapshot, "evmChainId" | "pageTokenKey"> {
  question: Omit<HeldQuestion, "height">;
  /** Of the list that a page token belongs to. */
  height: number | undefined;
  newestHeight: number;
}

/** Lists of who had more than an amount of a token in a time frame: counted once for all of their pages. */
export interface HeldLists {
  /** @throws InputError RATE_LIMITED while too many are counted; BAD_PAGE_TOKEN when the store was made anew meanwhile */
  take(request: HeldRequest): Promise<{ height: number; list: HolderList }>;
  /** Ends what is being counted. */
  close(): Promise<void>;
}

interface Kept {
  question: string;
  height: number;
  list: Promise<HolderList>;
  begunAtMs: number;
  /** Once it is counted. */
  counted?: { bytes: number; endedAtMs: number };
}

/** Counted at once; as many as memory allows for their parts. */
const AT_ONCE = 3;
/** Of lists that are kept, beside the one counted last. */
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_LISTS = 200;
/** Who waits for longer may have given up, and asks again. */
const PATIENCE_MS = 5_000;

/** `chains`: connections of their own, closed with the lists. */
export function openHeldLists(chains: Pick<EvmChains, "read" | "close">, nowMs: () => number): HeldLists {
  // The one used last stands at the end.
  const kept = new Map<string, Kept>();
  const pool = new Pool(
    Array.from({ length: AT_ONCE }, () => new Mutex()),
    SLOW_QUEUE,
  );
  let isClosed = false;

  const step = async () => {
    await afterOthers();
    if (isClosed)
      throw new InputError("RATE_LIMITED", "this Firn is ending", { hint: "ask again in a moment" });
  };

  const count = ({ evmChainId, pageTokenKey }: HeldRequest, question: HeldQuestion) => {
    const store = toHex(pageTokenKey);
    const read = <T>(work: (db: EvmSnapshot["db"]) => Promise<T>) =>
      chains.read(evmChainId, (snapshot) => {
        if (toHex(snapshot.pageTokenKey) === store) return work(snapshot.db);
        throw new InputError("BAD_PAGE_TOKEN", "the chain is indexed anew: start again without pageToken");
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

/** Everything that decides a list but its height; the key of page tokens is the store's own. */
function nameOf({ evmChainId, pageTokenKey, question }: HeldRequest): string {
  const { tokenId, threshold, startTimestamp, endTimestamp } = question;
  return [evmChainId, toHex(pageTokenKey), tokenId, threshold, startTimestamp, endTimestamp].join("/");
}

function keyOf(name: string, height: number): string {
  return `${name}@${height}`;
}

/**
 * The height of a list that answers a first page too, though there are newer blocks: one that is being counted, or was
 * counted for so long that whoever asked for it may have given up, and is no older than that took.
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

/** Forgets lists that were not used lately, so that the others have room; they are counted again when asked for. */
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
