import { expect } from "vitest";
import type { Asking } from "./asking";
import type { Json } from "./expected";
import { byBalance, readHolder, sayHolder, tokensWithAllEvents } from "./figures";
import type { HistoryEntry } from "./history";
import type { Address } from "./tokens";

/** A list whose first page was read; `rest` reads the others, whatever was indexed since. */
export interface BegunWalk {
  path: string;
  wanted: string[];
  read: string[];
  nextPageToken: unknown;
}

/** Reads first pages of the holders over some amount, of every token in some time frames. */
export async function beginHeld(asking: Asking): Promise<BegunWalk[]> {
  const { chain, entries } = asking.expected.history;
  const walks: BegunWalk[] = [];
  for (const address of tokensWithAllEvents(asking)) {
    for (const frame of framesOf(asking)) {
      const query = Object.entries(frame).map(([name, value]) => `&${name}=${value}`);
      const base = `/v2/chains/${chain.chainId}/contracts/${address}/balances`;
      const last = entries.at(-1)?.left.get(address) ?? new Map<Address, bigint>();
      const wanted = byBalance(last, holdersIn(entries, address, { ...frame, chain })).map(sayHolder);
      const walk = { path: `${base}?pageSize=${1 + (asking.count % 5)}${query.join("")}`, wanted };
      walks.push(await readPage(asking, { ...walk, read: [], nextPageToken: undefined }));
    }
  }
  return walks;
}

/** Reads the pages after the first, each from the next API in turn, and compares whole lists. */
export async function endHeld(apis: readonly Asking[], walks: readonly BegunWalk[]): Promise<void> {
  let asked = 0;
  for (const begun of walks) {
    let walk = begun;
    while (walk.nextPageToken !== undefined) {
      const api = apis[asked % apis.length] as Asking;
      asked += 1;
      walk = await readPage(api, walk);
    }
    expect(walk.read, walk.path).toEqual(walk.wanted);
  }
}

async function readPage(asking: Asking, walk: BegunWalk): Promise<BegunWalk> {
  const { path, read, nextPageToken: token } = walk;
  const page = await asking.get(token === undefined ? path : `${path}&pageToken=${token}`);
  const listed = (page.addresses as Json[]).map((each) => readHolder(each.address, each.sortKey));
  return { ...walk, read: [...read, ...listed], nextPageToken: page.nextPageToken };
}

interface Frame {
  threshold: bigint;
  startTimestamp?: number;
  endTimestamp?: number;
}

/** All time, and a part of it that may begin and end at blocks or between them. */
function framesOf({ count, expected }: Asking): Frame[] {
  const { blocks } = expected.history.chain;
  const timeAt = (n: number) => (blocks[n % blocks.length]?.time ?? 0) + (n % 3) - 1;
  const a = timeAt(count * 3);
  const b = timeAt(count * 5 + 1);
  const threshold = [0n, 5n, 90n][count % 3] ?? 0n;
  return [{ threshold }, { threshold, startTimestamp: Math.min(a, b), endTimestamp: Math.max(a, b) }];
}

/** Addresses that held more than the threshold when the frame began or after a transaction in it. */
function holdersIn(
  entries: readonly HistoryEntry[],
  token: Address,
  frame: Frame & { chain: Asking["expected"]["history"]["chain"] },
): Set<Address> {
  const { threshold, startTimestamp = 0, endTimestamp = Number.MAX_SAFE_INTEGER, chain } = frame;
  const found = new Set<Address>();
  if (endTimestamp <= startTimestamp) return found;
  const add = (left: Map<Address, bigint> | undefined) => {
    for (const [holder, value] of left ?? []) if (value > threshold) found.add(holder);
  };
  const timeOf = ({ height }: HistoryEntry) => chain.blocks[height]?.time ?? 0;
  add(entries.findLast((entry) => timeOf(entry) < startTimestamp)?.left.get(token));
  for (const entry of entries) {
    const time = timeOf(entry);
    if (time >= startTimestamp && time < endTimestamp) add(entry.left.get(token));
  }
  return found;
}
