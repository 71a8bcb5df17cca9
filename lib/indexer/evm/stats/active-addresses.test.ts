import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { commit } from "../../../store/db";
import { amountColumn, positionOf } from "../../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../../store/rows/evm-batch";
import type { EvmStore } from "../../../store/stores";
import { openChain } from "../../../testbed/test-stores";
import { ActiveAddresses } from "./active-addresses";

const HOUR = 3_600;
const DAY = 24 * HOUR;

const meeting = fc.record({
  later: fc.constantFrom(0, 0, 1, 900, HOUR - 1, HOUR, DAY, 7 * DAY - HOUR, 7 * DAY, 7 * DAY + 1, 30 * DAY),
  from: fc.integer({ min: 1, max: 6 }),
  to: fc.option(fc.integer({ min: 1, max: 6 })),
});

/** A store whose last day has one transaction and one token movement. */
async function storedDay(): Promise<EvmStore> {
  const folder = mkdtempSync(join(tmpdir(), "firn-active-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openChain(join(folder, "evm.db"), { mode: "write", nowMs: 0 });
  onTestFinished(() => store.close());
  const batch = newEvmBatch();
  const nothing = amountColumn(0n);
  const hash = new Uint8Array(32);
  const miner = new Uint8Array(20);
  const times = { time_ms: null, accepted_at_ns: null, stored_at_ms: 0, settled_height: null };
  const gas = { gas_limit: 0, gas_used: 0, gas_cost: null, base_fee: null, fees: nothing };
  const counts = { size: 0, tx_count: 1, tx_total: 0 };
  const block = { hash, parent_hash: hash, miner, ...times, ...gas, ...counts };
  batch.block.pushAll([
    { ...block, height: 1, time: 0 },
    { ...block, height: 2, time: DAY },
    { ...block, height: 3, time: DAY + HOUR },
  ]);
  const form = {
    status: 1,
    tx_type: 0,
    nonce: 0,
    value: nothing,
    gas_price: nothing,
    selector: null,
    log_count: 0,
  };
  const transaction = { hash, created_id: null, gas_limit: 0, gas_used: 0, ...form };
  batch.transaction.pushAll([
    { ...transaction, position: positionOf(1, 0), from_id: 7, to_id: 8 },
    { ...transaction, position: positionOf(2, 0), from_id: 1, to_id: 2 },
  ]);
  const move = { log_index: 0, item: 0, token_id: 9, form: 0, token_number: null, value: nothing };
  batch.token_transfer.push({ ...move, position: positionOf(3, 0), from_id: 3, to_id: 1 });
  await commit(store.db, (trx) => writeEvmBatch(trx, batch));
  return store;
}

const WINDOWS = [HOUR, DAY, 7 * DAY];

describe("active addresses", () => {
  test("of the store's last week are known again after a restart", async () => {
    const active = new ActiveAddresses();
    await active.resume((await storedDay()).db);
    active.advance(DAY + HOUR + 60);
    active.record(1, 3); // 1 received in that hour, 3 sent
    active.record(2, 7); // 2 was seen an hour before, 7 the day before
    active.record(10, null);
    const taken = active.take();
    expect(taken.countsOf({ hours: 1, start_hour: 25 })).toEqual({ addresses: 3, senders: 3 });
    expect(taken.countsOf({ hours: 24, start_hour: 24 })).toEqual({ addresses: 2, senders: 2 });
    expect([...taken.maybeNew]).toEqual([[10, 25]]);
    expect(taken.windows).toEqual([
      { seconds: HOUR, addresses: 5, senders: 4 },
      { seconds: DAY, addresses: 5, senders: 4 },
      { seconds: 7 * DAY, addresses: 6, senders: 5 }, // 8 received at the very beginning, 7 sent
    ]);
  });

  test("are counted once per hour, day and window, however often the counts are taken", () => {
    fc.assert(
      fc.property(fc.array(meeting), fc.integer({ min: 1, max: 5 }), (meetings, every) => {
        const active = new ActiveAddresses();
        const seen = new Map<string, { addresses: Set<number>; senders: Set<number> }>();
        const counted = new Map<string, { addresses: number; senders: number }>();
        const times: { time: number; from: number; to: number | null }[] = [];
        let time = 3_600_000;
        const take = () => {
          const taken = active.take();
          for (const key of seen.keys()) {
            const [hours = 0, start_hour = 0] = key.split("/").map(Number);
            const { addresses, senders } = taken.countsOf({ hours, start_hour });
            const before = counted.get(key) ?? { addresses: 0, senders: 0 };
            counted.set(key, { addresses: before.addresses + addresses, senders: before.senders + senders });
          }
          return taken.windows;
        };
        for (const [i, { later, from, to }] of meetings.entries()) {
          time += later;
          active.advance(time);
          active.record(from, to);
          times.push({ time, from, to });
          const hour = Math.floor(time / HOUR);
          for (const key of [`1/${hour}`, `24/${hour - (hour % 24)}`]) {
            const found = seen.get(key) ?? { addresses: new Set(), senders: new Set() };
            seen.set(key, found);
            found.senders.add(from);
            for (const id of [from, to]) if (id !== null) found.addresses.add(id);
          }
          if (i % every !== 0) continue;
          const lately = (seconds: number) => times.filter((meeting) => meeting.time > time - seconds);
          expect(take()).toEqual(
            WINDOWS.map((seconds) => ({
              seconds,
              addresses: new Set(
                lately(seconds).flatMap(({ from, to }) => (to === null ? [from] : [from, to])),
              ).size,
              senders: new Set(lately(seconds).map(({ from }) => from)).size,
            })),
          );
        }
        take();
        const expected = [...seen].map(([key, { addresses, senders }]) => [
          key,
          { addresses: addresses.size, senders: senders.size },
        ]);
        expect([...counted]).toEqual(expected);
      }),
      { numRuns: 40 },
    );
  });

  test("may be new if they were not seen in the week before, in the hour of their first activity", () => {
    const active = new ActiveAddresses();
    active.advance(HOUR);
    active.record(1, 2);
    active.advance(7 * DAY + HOUR - 1);
    active.record(1, null);
    active.advance(7 * DAY + HOUR);
    active.record(2, null);
    expect([...active.take().maybeNew]).toEqual([
      [1, 1],
      [2, 1],
    ]);
    active.advance(14 * DAY + HOUR);
    active.record(1, 2);
    expect([...active.take().maybeNew]).toEqual([
      [1, 14 * 24 + 1],
      [2, 14 * 24 + 1],
    ]);
  });
});
