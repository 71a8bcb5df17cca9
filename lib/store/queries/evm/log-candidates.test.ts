import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { TRANSFER_TOPICS } from "../../../avalanche/evm/transfers";
import { sentQueries } from "../../../testbed/test-engine";
import { openChain } from "../../../testbed/test-stores";
import type { EvmDb } from "../../db";
import { ACTIVITY, eventItem, positionOf, TRANSFER_FORMS } from "../../rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../rows/evm-batch";
import { isWanted, type LogFilter } from "../../rows/evm-logs";
import type { EvmStore } from "../../stores";
import type { EvmTables } from "../../tables/evm";
import { Candidates } from "./log-candidates";

/** Random logs over seven sections of a chain, as the indexer stores what finds them. */

const HEAD = 7 * 16_384 - 1;
const ADDRESSES = [1, 2, 3, 4].map((byte) => new Uint8Array(20).fill(byte));
const WORDS = ADDRESSES.map((address) => Uint8Array.from([...new Uint8Array(12), ...address]));
const [TRANSFER] = TRANSFER_TOPICS as [Uint8Array];
const OTHER = new Uint8Array(32).fill(0xab);
const DATA = new Uint8Array(32).fill(9);
const side = fc.nat(3);
const height = fc.oneof(fc.nat(HEAD), fc.nat(40));
const event = fc.record({
  height,
  isTransfer: fc.boolean(),
  from: side,
  to: side,
  contract: side,
});
type Event = typeof event extends fc.Arbitrary<infer E> ? E : never;

/** A token transfer, or another event with the same topics. */
const logOf = ({ isTransfer, from, to, contract }: Event) => ({
  address: ADDRESSES[contract] as Uint8Array,
  topics: [isTransfer ? TRANSFER : OTHER, WORDS[from] as Uint8Array, WORDS[to] as Uint8Array],
  data: DATA,
});

const opened: EvmStore[] = [];
afterAll(() => Promise.all(opened.map((store) => store.close())));

/** @param perEpoch events after which lists of addresses begin a new epoch */
async function storeOf(events: readonly Event[], perEpoch: number): Promise<EvmStore> {
  const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
  opened.push(store);
  const batch = newEvmBatch();
  for (const [i, bytes] of ADDRESSES.entries()) batch.address.push({ id: i + 1, bytes });
  const activity: EvmTables["address_activity"][] = [];
  const members = new Map<string, EvmTables["address_epoch"]>();
  const byHeight = new Map<number, Event[]>();
  for (const each of events) byHeight.set(each.height, [...(byHeight.get(each.height) ?? []), each]);
  let epoch = -1;
  let count = 0;
  for (const [height, inBlock] of byHeight) {
    batch.log_body.push({ height, bytes: DATA });
    batch.log_term.add(height, inBlock.map(logOf));
    if (count >= (epoch + 1) * perEpoch) {
      epoch += 1;
      batch.epoch.push({ epoch, items: perEpoch, first_position: positionOf(height, 0) });
    }
    count += inBlock.length;
    for (const [index, { isTransfer, from, to, contract }] of inBlock.entries()) {
      if (!isTransfer) continue;
      const position = positionOf(height, index);
      const item = eventItem(index, 0);
      batch.token_transfer.push({
        position,
        log_index: index,
        item: 0,
        token_id: contract + 1,
        form: TRANSFER_FORMS.indexOf("erc20"),
        token_number: null,
        value: DATA,
        from_id: from + 1,
        to_id: to + 1,
      });
      for (const address_id of new Set([from + 1, to + 1])) {
        members.set(`${address_id}/${epoch}`, { address_id, epoch });
        activity.push({ epoch, address_id, kind: ACTIVITY.erc20, position, item });
      }
    }
  }
  for (const member of members.values()) batch.address_epoch.push(member);
  for (const row of activity) batch.address_activity.push(row);
  await writeEvmBatch(store.db, batch);
  return store;
}

async function candidatesOf(
  db: EvmDb,
  filter: LogFilter,
  { from, to, order, limit }: { from: number; to: number; order: "asc" | "desc"; limit: number },
): Promise<number[]> {
  const found: number[] = [];
  const candidates = await Candidates.open(db, filter, { range: { from, to }, order });
  for (;;) {
    const heights = await candidates.next(limit);
    if (heights === undefined) return found;
    expect(heights.length).toBeLessThanOrEqual(limit);
    found.push(...heights);
  }
}

test("every block with such a log is a candidate, in order and once", async () => {
  const values = fc.uniqueArray(side, { maxLength: 2 });
  const search = fc.record({
    first: fc.subarray([TRANSFER, OTHER]),
    second: values,
    third: values,
    contracts: values,
    range: fc.tuple(height, height),
    isWhole: fc.boolean(),
    order: fc.constantFrom("asc" as const, "desc" as const),
    limit: fc.integer({ min: 1, max: 9 }),
  });
  let found = 0;
  const wordsOf = (sides: number[]) => sides.map((at) => WORDS[at] as Uint8Array);
  const holds = fc.asyncProperty(
    fc.array(event, { minLength: 20, maxLength: 120 }),
    fc.array(search, { minLength: 20, maxLength: 20 }),
    async (drawn, searches) => {
      const events = drawn.sort((a, b) => a.height - b.height);
      const store = await storeOf(events, 7);
      for (const { first, second, third, contracts, range, isWhole, order, limit } of searches) {
        const addresses = contracts.map((at) => ADDRESSES[at] as Uint8Array);
        const filter = { addresses, topics: [first, wordsOf(second), wordsOf(third)] };
        const [from, to] = isWhole ? [0, HEAD] : [Math.min(...range), Math.max(...range)];
        const heights = await candidatesOf(store.db, filter, { from, to, order, limit });
        const sign = order === "asc" ? 1 : -1;
        expect(heights).toEqual([...new Set(heights)].sort((a, b) => sign * (a - b)));
        expect(heights.every((height) => from <= height && height <= to)).toBe(true);
        const wanted = events.filter((each) => isWanted(logOf(each), filter)).map(({ height }) => height);
        const inRange = new Set(wanted.filter((height) => from <= height && height <= to));
        expect([...inRange].filter((height) => !heights.includes(height))).toEqual([]);
        found += inRange.size;
      }
    },
  );
  await fc.assert(holds, { numRuns: 12 });
  expect(found).toBeGreaterThan(200);
});

test("a busy address is looked through only so far, then what is looked for besides", async () => {
  const BUSY = 16_000;
  const PER_BLOCK = 6;
  const busy = { isTransfer: true, from: 0, to: 1, contract: 2 };
  const events: Event[] = Array.from({ length: BUSY * PER_BLOCK }, (_, i) => ({
    ...busy,
    height: Math.floor(i / PER_BLOCK),
  }));
  const rare: Event[] = [0, BUSY].map((height) => ({ ...busy, to: 3, contract: 3, height }));
  const all = [...events, ...rare].sort((a, b) => a.height - b.height);
  const store = await storeOf(all, all.length);
  const [sender, receiver] = [WORDS[0], WORDS[3]] as [Uint8Array, Uint8Array];
  const filters: LogFilter[] = [
    { addresses: [ADDRESSES[3] as Uint8Array], topics: [[TRANSFER], [sender]] },
    { addresses: [], topics: [[TRANSFER], [sender], [receiver]] },
    { addresses: [], topics: [[], [receiver], [sender]] },
  ];
  for (const filter of filters)
    for (const order of ["asc", "desc"] as const) {
      let heights: number[] = [];
      const statements = await sentQueries(store.db, async (db) => {
        heights = await candidatesOf(db, filter, { from: 0, to: HEAD, order, limit: 32 });
      });
      expect(heights).toEqual(order === "asc" ? [0, BUSY] : [BUSY, 0]);
      expect(statements.length).toBeLessThan(60);
    }
});

test("two busy addresses are looked through to the end where they hardly ever meet", async () => {
  const BUSY = 10_000;
  const transfer = { isTransfer: true, contract: 2 };
  const apart: Event[] = Array.from({ length: 2 * BUSY }, (_, i) => {
    const at = Math.floor(i / 2);
    return { ...transfer, height: at, ...(at % 2 === 0 ? { from: 0, to: 1 } : { from: 2, to: 3 }) };
  });
  const together: Event[] = [1, BUSY].map((at) => ({ ...transfer, height: at, from: 0, to: 3 }));
  const all = [...apart, ...together].sort((a, b) => a.height - b.height);
  const store = await storeOf(all, all.length);
  const [sender, receiver] = [WORDS[0], WORDS[3]] as [Uint8Array, Uint8Array];
  for (const first of [[TRANSFER], []])
    for (const order of ["asc", "desc"] as const) {
      const filter = { addresses: [], topics: [first, [sender], [receiver]] };
      const heights = await candidatesOf(store.db, filter, { from: 0, to: HEAD, order, limit: 32 });
      expect(heights).toEqual(order === "asc" ? [1, BUSY] : [BUSY, 1]);
    }
});
