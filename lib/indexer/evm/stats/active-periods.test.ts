import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { commit } from "../../../store/db";
import { up as countStored } from "../../../store/migrations/evm/0007-active-periods";
import { amountColumn, PERIOD_UNIT, positionOf } from "../../../store/rows/columns";
import { newEvmBatch, writeEvmBatch } from "../../../store/rows/evm-batch";
import { openEngine } from "../../../store/sqlite/engine";
import type { EvmStore } from "../../../store/stores";
import { freshPath } from "../../../testbed/engines";
import { openChain } from "../../../testbed/test-stores";
import type { ExecutedBlock } from "../feed/block";
import { ActiveAddresses } from "./active-addresses";
import { ChainStats } from "./chain-stats";

const DAY = 86_400;

const meeting = fc.record({
  later: fc.constantFrom(0, 1, 3_600, DAY - 1, DAY, 3 * DAY, 6 * DAY, 7 * DAY, 8 * DAY, 20 * DAY, 31 * DAY),
  from: fc.integer({ min: 1, max: 5 }),
  to: fc.option(fc.integer({ min: 1, max: 5 })),
  moves: fc.boolean(),
  /** What follows it: nothing, the end of a batch, or also a restart. */
  next: fc.constantFrom("more", "more", "batch", "start"),
});

interface Meeting {
  time: number;
  from: number;
  to: number | null;
  moves: boolean;
}

/** Records a block with one transaction, or one token movement. */
async function write(
  store: EvmStore,
  stats: ChainStats,
  activity: readonly (Meeting & { height: number })[],
): Promise<void> {
  const batch = newEvmBatch();
  const nothing = amountColumn(0n);
  const hash = new Uint8Array(32);
  const miner = new Uint8Array(20);
  const times = { time_ms: null, accepted_at_ns: null, stored_at_ms: 0, settled_height: null };
  const gas = { gas_limit: 0, gas_used: 0, gas_cost: null, base_fee: null, fees: nothing };
  const form = { status: 1, tx_type: 0, nonce: 0, value: nothing, gas_price: nothing, selector: null };
  for (const { height, time, from, to, moves } of activity) {
    stats.begin({ time, transactions: [] as ExecutedBlock["transactions"] } as ExecutedBlock);
    stats.record(from, to);
    const counts = { size: 0, tx_count: 1, tx_total: height };
    batch.block.push({ height, time, hash, parent_hash: hash, miner, ...times, ...gas, ...counts });
    const parties = { position: positionOf(height, 0), from_id: from, to_id: to };
    const amount = { form: 0, token_id: 9, token_number: null, value: nothing };
    if (moves && to !== null)
      batch.token_transfer.push({ ...parties, ...amount, to_id: to, log_index: 0, item: 0 });
    else
      batch.transaction.push({
        ...parties,
        ...form,
        hash,
        created_id: null,
        gas_limit: 0,
        gas_used: 0,
        log_count: 0,
      });
  }
  await stats.finish(store.db, batch);
  await commit(store.db, (trx) => writeEvmBatch(trx, batch));
}

function listPeriods({ db }: EvmStore) {
  return db.selectFrom("active_period").selectAll().orderBy("unit").orderBy("start_hour").execute();
}

/** The distinct addresses of every month and week that has a block. */
function expected(meetings: readonly Meeting[]) {
  const startsOf = (time: number) => {
    const date = new Date(time * 1_000);
    const monday = time - (time % DAY) - ((date.getUTCDay() + 6) % 7) * DAY;
    return { month: Date.parse(`${date.toISOString().slice(0, 7)}-01`) / 3_600_000, week: monday / 3_600 };
  };
  return (["week", "month"] as const).flatMap((unit) =>
    [...new Set(meetings.map(({ time }) => startsOf(time)[unit]))].map((start_hour) => {
      const own = meetings.filter(({ time }) => startsOf(time)[unit] === start_hour);
      const addresses = new Set(own.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
      return {
        unit: PERIOD_UNIT[unit],
        start_hour,
        addresses: addresses.size,
        senders: new Set(own.map(({ from }) => from)).size,
      };
    }),
  );
}

test("addresses are counted once per week and month, across batches, restarts and upgrades of the store", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(meeting, { minLength: 1, maxLength: 30 }), async (given) => {
      const path = freshPath();
      const store = await openChain(path, { mode: "write", nowMs: 0 });
      const all: Meeting[] = [];
      let time = Date.UTC(2023, 10, 25) / 1_000;
      let active = new ActiveAddresses();
      let batch: (Meeting & { height: number })[] = [];
      for (const [i, { later, next, ...parties }] of given.entries()) {
        time += later;
        all.push({ time, ...parties });
        batch.push({ time, ...parties, height: i + 1 });
        if (next === "more" && i + 1 < given.length) continue;
        await active.resume(store.db);
        await write(store, new ChainStats(active, undefined), batch);
        batch = [];
        if (next === "start") active = new ActiveAddresses();
      }
      expect(await listPeriods(store)).toEqual(expected(all));
      const parties = await store.db.selectFrom("party").selectAll().execute();
      await store.close();
      // The store as the previous version left it.
      const older = openEngine(path, "write");
      await sql`drop table active_period`.execute(older);
      await sql`drop table sender`.execute(older);
      await sql`alter table party drop column month`.execute(older);
      await countStored(older);
      await older.destroy();
      const again = await openChain(path, { mode: "write", nowMs: 0 });
      expect(await listPeriods(again)).toEqual(expected(all));
      expect(await again.db.selectFrom("party").selectAll().execute()).toEqual(parties);
      await again.close();
    }),
    { numRuns: 12 },
  );
});
