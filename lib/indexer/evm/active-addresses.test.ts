import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { amountColumn, positionOf } from "../../store/columns";
import { newEvmBatch, writeEvmBatch } from "../../store/evm-batch";
import { type EvmStore, openEvmStore } from "../../store/open-evm";
import { ActiveAddresses } from "./active-addresses";

const meeting = fc.record({
  later: fc.constantFrom(0, 0, 0, 1, 2, 30),
  from: fc.integer({ min: 1, max: 6 }),
  to: fc.option(fc.integer({ min: 1, max: 6 })),
});

/** A store whose last day has one transaction and one movement of tokens. */
async function storedDay(): Promise<EvmStore> {
  const folder = mkdtempSync(join(tmpdir(), "firn-active-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const store = await openEvmStore(join(folder, "evm.db"), { mode: "write", nowMs: 0 });
  onTestFinished(() => store.close());
  const batch = newEvmBatch();
  const nothing = amountColumn(0n);
  const [hash, miner] = [new Uint8Array(32), new Uint8Array(20)];
  const times = { time_ms: null, accepted_at_ns: null, stored_at_ms: 0, settled_height: null };
  const gas = { gas_limit: 0, gas_used: 0, gas_cost: null, base_fee: null, fees: nothing };
  const counts = { size: 0, tx_count: 1, tx_total: 0 };
  const block = { hash, parent_hash: hash, miner, ...times, ...gas, ...counts };
  batch.block.push(
    { ...block, height: 1, time: 0 },
    { ...block, height: 2, time: DAY },
    { ...block, height: 3, time: DAY + HOUR },
  );
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
  batch.transaction.push(
    { ...transaction, position: positionOf(1, 0), from_id: 7, to_id: 8 },
    { ...transaction, position: positionOf(2, 0), from_id: 1, to_id: 2 },
  );
  const move = { log_index: 0, item: 0, token_id: 9, form: 0, token_number: null, value: nothing };
  batch.token_transfer.push({ ...move, position: positionOf(3, 0), from_id: 3, to_id: 1 });
  await store.db.transaction().execute((trx) => writeEvmBatch(trx, batch));
  return store;
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

describe("active addresses", () => {
  test("of the day that a store ends in are known again after a start", async () => {
    const active = new ActiveAddresses();
    await active.resume((await storedDay()).db);
    active.meet(25, 1, 3); // 1 received in that hour, 3 sent
    active.meet(25, 2, 7); // 2 was met an hour before, 7 the day before
    const taken = active.take();
    expect(taken({ hours: 1, start_hour: 25 })).toEqual({ addresses: 2, senders: 2 });
    expect(taken({ hours: 24, start_hour: 24 })).toEqual({ addresses: 1, senders: 1 });
  });

  test("are those met in an hour or on a day, each once, whenever they are taken", () => {
    fc.assert(
      fc.property(fc.array(meeting), fc.integer({ min: 1, max: 5 }), (meetings, every) => {
        const active = new ActiveAddresses();
        const met = new Map<string, { addresses: Set<number>; senders: Set<number> }>();
        const counted = new Map<string, { addresses: number; senders: number }>();
        let hour = 1_000;
        const spans = (hour: number) => [
          { hours: 1, start_hour: hour },
          { hours: 24, start_hour: hour - (hour % 24) },
        ];
        const take = () => {
          const taken = active.take();
          for (const key of met.keys()) {
            const [hours = 0, start_hour = 0] = key.split("/").map(Number);
            const { addresses, senders } = taken({ hours, start_hour });
            const before = counted.get(key) ?? { addresses: 0, senders: 0 };
            counted.set(key, { addresses: before.addresses + addresses, senders: before.senders + senders });
          }
        };
        for (const [i, { later, from, to }] of meetings.entries()) {
          hour += later;
          active.meet(hour, from, to);
          for (const { hours, start_hour } of spans(hour)) {
            const key = `${hours}/${start_hour}`;
            const found = met.get(key) ?? { addresses: new Set(), senders: new Set() };
            met.set(key, found);
            found.senders.add(from);
            for (const id of [from, to]) if (id !== null) found.addresses.add(id);
          }
          if (i % every === 0) take();
        }
        take();
        const expected = [...met].map(([key, { addresses, senders }]) => [
          key,
          { addresses: addresses.size, senders: senders.size },
        ]);
        expect([...counted]).toEqual(expected);
      }),
    );
  });
});
