import fc from "fast-check";
import { expect, test } from "vitest";
import type { L1FeePoint } from "../../store/queries/l1-fees";
import { startOfDay } from "../page/days";
import { feeDays, type L1FeeDay } from "./l1-fees";

const DAY = 86_400;
const START = 1_700_000_000 - (1_700_000_000 % DAY);

/** What happens in a block: the seconds since the one before, their price, and what changes for which validations. */
const block = fc.record({
  seconds: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constant(2 * DAY)),
  price: fc.bigInt({ min: 1n, max: 4n }),
  changes: fc.array(
    fc.record({
      validation: fc.integer({ min: 0, max: 3 }),
      kind: fc.constantFrom("pay in", "disable", "weight"),
      amount: fc.bigInt({ min: 1n, max: 100_000n }),
    }),
    { maxLength: 3 },
  ),
});

test("days are what a P-Chain that takes its fee from every balance at every block takes", () => {
  fc.assert(
    fc.property(fc.array(block, { minLength: 1, maxLength: 40 }), (blocks) => {
      const { points, accrued, truth } = run(blocks);
      const days = feeDays(points, accrued);
      const paid = days.filter(({ fees }) => fees > 0n).map(({ timestamp, ...day }) => [timestamp, day]);
      expect(Object.fromEntries(paid)).toEqual(truth);
      for (const [index, { timestamp }] of days.entries())
        expect(timestamp).toBe((days[0]?.timestamp ?? 0) + index * DAY);
      expect(days[0]?.timestamp).toBe(points[0] && startOfDay(points[0].time));
    }),
    { numRuns: 500 },
  );
});

/** Runs the blocks validator by validator, second sums apart, and writes points as the indexer does. */
function run(blocks: readonly (typeof block extends fc.Arbitrary<infer T> ? T : never)[]) {
  const points: L1FeePoint[] = [];
  const byDay = new Map<number, { fees: bigint; payers: Set<number> }>();
  const accruedAt = new Map<number, bigint>();
  const balances = new Map<number, bigint>();
  let time = START + 1;
  let accrued = 7n;
  for (const [height, { seconds, price, changes }] of blocks.entries()) {
    const fee = BigInt(seconds) * price;
    time += seconds;
    accrued += fee;
    const day = byDay.get(startOfDay(time)) ?? { fees: 0n, payers: new Set() };
    byDay.set(startOfDay(time), day);
    let position = height * 65_536;
    const write = (validation: number, paid_in: bigint, paid_back: bigint) =>
      points.push({
        validation,
        position: position++,
        time,
        accrued,
        paid_in,
        paid_back,
        balance: balances.get(validation) ?? 0n,
      });
    for (const [validation, balance] of balances) {
      const taken = fee < balance ? fee : balance;
      if (taken === 0n) continue;
      day.fees += taken;
      day.payers.add(validation);
      balances.set(validation, balance - taken);
      if (balance === taken) write(validation, 0n, 0n);
    }
    for (const { validation, kind, amount } of changes) {
      const balance = balances.get(validation) ?? 0n;
      if (kind === "pay in") balances.set(validation, balance + amount);
      if (kind === "disable") balances.set(validation, 0n);
      write(validation, kind === "pay in" ? amount : 0n, kind === "disable" ? balance : 0n);
    }
    accruedAt.set(startOfDay(time), accrued);
  }
  return { points, accrued: daysFrom(points[0]?.time, accruedAt), truth: truthOf(byDay) };
}

/** As the store answers: every day from the first point's to the last block's. */
function daysFrom(time: number | undefined, accruedAt: ReadonlyMap<number, bigint>) {
  const days: { timestamp: number; accrued: bigint }[] = [];
  let now = 0n;
  const last = Math.max(...accruedAt.keys());
  for (let timestamp = START; timestamp <= last; timestamp += DAY) {
    now = accruedAt.get(timestamp) ?? now;
    if (time !== undefined && timestamp >= startOfDay(time)) days.push({ timestamp, accrued: now });
  }
  return days;
}

function truthOf(byDay: ReadonlyMap<number, { fees: bigint; payers: Set<number> }>) {
  const truth: Record<number, Omit<L1FeeDay, "timestamp">> = {};
  let cumulative = 0n;
  for (const [timestamp, { fees, payers }] of byDay) {
    cumulative += fees;
    if (fees > 0n) truth[timestamp] = { fees, cumulative, payers: payers.size };
  }
  return truth;
}
