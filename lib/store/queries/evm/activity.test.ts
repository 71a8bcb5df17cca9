import fc from "fast-check";
import { expect, test } from "vitest";
import { openChain } from "../../../testbed/test-stores";
import { ACTIVITY, heightOf, positionOf } from "../../rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../rows/evm-batch";
import { type ActivityPage, listAddressActivity, listAddressTransactions, listPositions } from "./activity";

/** Lists of an address over many epochs: the items that were written, in the order that was asked for, in pages. */

const BUSY = 1;
/** Another address, in the same epochs. */
const OTHER = 2;
const KINDS = [ACTIVITY.native, ACTIVITY.erc20] as const;

/** Items of an address in one transaction. */
interface Place {
  /** Of its epoch, from 0 on. */
  block: number;
  index: number;
  kind: number;
  count: number;
  addressId: number;
}

const epoch: fc.Arbitrary<Place[]> = fc.array(
  fc.record({
    block: fc.nat(3),
    index: fc.nat(2),
    kind: fc.constantFrom(...KINDS),
    count: fc.integer({ min: 1, max: 4 }),
    addressId: fc.constantFrom(BUSY, BUSY, OTHER),
  }),
  { maxLength: 6 },
);

interface Item {
  addressId: number;
  kind: number;
  position: number;
  item: number;
}

/** Some epochs are older than the first: those of a history that is read from the newest block down. */
const OLDEST = -3;
const HEIGHTS_OF_EPOCH = 4;

async function openWith(epochs: readonly Place[][]) {
  const items = new Map<string, Item>();
  const batch = newEvmBatch();
  for (const [at, places] of epochs.entries()) {
    const number = OLDEST + at;
    const first = positionOf(at * HEIGHTS_OF_EPOCH, 0);
    batch.epoch.push({ epoch: number, items: places.length, first_position: first });
    const present = new Set<number>();
    for (const { block, index, kind, count, addressId } of places) {
      present.add(addressId);
      for (let item = 0; item < count; item++) {
        const position = positionOf(at * HEIGHTS_OF_EPOCH + block, index);
        const key = [addressId, kind, position, item].join();
        if (items.has(key)) continue;
        items.set(key, { addressId, kind, position, item });
        batch.address_activity.push({ epoch: number, address_id: addressId, kind, position, item });
      }
    }
    for (const address_id of present) batch.address_epoch.push({ address_id, epoch: number });
  }
  const store = await openChain(":memory:", { mode: "write", nowMs: 0 });
  await writeEvmBatch(store.db, batch);
  return { store, items: [...items.values()] };
}

/** All pages of a list. */
async function walk<Row extends { position: number }>(
  page: Omit<ActivityPage, "after">,
  list: (page: ActivityPage) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  const groupOf = ({ position }: Row) => (page.groupBy === "block" ? heightOf(position) : position);
  for (let after: ActivityPage["after"]; ; ) {
    const found = await list({ ...page, after });
    expect(found.length).toBeLessThanOrEqual(page.limit);
    rows.push(...found);
    const last = found.at(-1);
    if (last === undefined || found.length < page.limit) return rows;
    const group = groupOf(last);
    after = { group, shown: rows.filter((row) => groupOf(row) === group).length };
  }
}

test("lists over many epochs have what was written, page by page", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(epoch, { minLength: 1, maxLength: 9 }),
      fc.constantFrom("asc" as const, "desc" as const),
      fc.constantFrom("transaction" as const, "block" as const),
      fc.integer({ min: 1, max: 7 }),
      fc.nat(40),
      fc.nat(40),
      fc.subarray([...KINDS], { minLength: 1 }),
      async (epochs, order, groupBy, limit, start, end, kinds) => {
        const { store, items } = await openWith(epochs);
        const [low, high] = [Math.min(start, end), Math.max(start, end)];
        const range = { from: positionOf(low, 0), below: positionOf(high, 0) };
        const page = { range, limit, groupBy, order };
        const sign = order === "desc" ? -1 : 1;
        const groupOf = (position: number) => (groupBy === "block" ? heightOf(position) : position);
        const own = items
          .filter(({ addressId, kind }) => addressId === BUSY && (kinds as number[]).includes(kind))
          .filter(({ position }) => position >= range.from && position < range.below);
        const expected = own
          .map(({ position, item }) => ({ position, item }))
          .sort(
            (a, b) =>
              sign * (groupOf(a.position) - groupOf(b.position)) ||
              a.position - b.position ||
              a.item - b.item,
          );
        const list = { addressId: BUSY, kinds };
        expect(await walk(page, (at) => listAddressActivity(store.db, list, at))).toEqual(expected);
        const positions = [...new Set(own.map(({ position }) => position))].sort((a, b) => sign * (a - b));
        expect(await listPositions(store.db, list, { range, order, limit })).toEqual(
          positions.slice(0, limit),
        );
        const transactions = [
          ...new Set(
            items
              .filter(({ addressId }) => addressId === BUSY)
              .filter(({ position }) => position >= range.from && position < range.below)
              .map(({ position }) => position),
          ),
        ].sort((a, b) => sign * (a - b));
        const ofTransactions = { ...page, groupBy: "transaction" as const };
        expect(
          (await walk(ofTransactions, (at) => listAddressTransactions(store.db, BUSY, at))).map(
            ({ position }) => position,
          ),
        ).toEqual(transactions);
        await store.close();
      },
    ),
    { numRuns: 60 },
  );
}, 120_000);
