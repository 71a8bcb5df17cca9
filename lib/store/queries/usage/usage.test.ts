import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it, onTestFinished } from "vitest";
import { testStores } from "../../../testbed/test-stores";
import { commit } from "../../db";
import type { UsageTable } from "../../tables/usage";
import { listUsage, thinUsage, writeUsage } from "./usage";

const HOUR = 3_600;
const DAY = 86_400;
/** A midnight. */
const START = 1_799_971_200;

async function freshStore() {
  const folder = mkdtempSync(join(tmpdir(), "firn-usage-"));
  const store = await testStores(folder).open("usage", { mode: "write", nowMs: 0 });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return store.db;
}

/** Minutes of two processes, within some days. */
const anyRow: fc.Arbitrary<UsageTable> = fc.record({
  step: fc.constant(60),
  at: fc.nat(5 * 24 * 60).map((minute) => START + 60 * minute),
  writer: fc.constantFrom("a", "b"),
  key: fc.constantFrom("", "alice", "bob"),
  route: fc.constantFrom("/v1/chains", "/health"),
  chain: fc.constantFrom("", "43114"),
  status: fc.constantFrom(200, 404),
  requests: fc.integer({ min: 1, max: 9 }),
  credits: fc.nat(99),
  durations: fc.integer({ min: 1, max: 9 }).map((count) => JSON.stringify({ 3: count })),
});
const placeOf = ({ at, writer, key, route, chain, status }: UsageTable) =>
  JSON.stringify([at, writer, key, route, chain, status]);

type Sums = Record<string, [requests: number, credits: number, durations: number]>;

/** By stretches of a length and kinds of requests. */
function sumsOf(rows: readonly UsageTable[], length: number): Sums {
  const sums: Sums = {};
  for (const { at, key, route, chain, status, requests, credits, durations } of rows) {
    const name = JSON.stringify([Math.floor(at / length) * length, key, route, chain, status]);
    const [a, b, c] = sums[name] ?? [0, 0, 0];
    sums[name] = [a + requests, b + credits, c + (JSON.parse(durations)[3] ?? 0)];
  }
  return sums;
}

it("keeps minutes for two days, hours of them for sixty, and days from then on, whoever thins when", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(anyRow, { selector: placeOf, minLength: 1, maxLength: 60 }),
      fc.array(fc.nat(70 * 24), { maxLength: 4 }),
      async (rows, hours) => {
        const db = await freshStore();
        await commit(db, (trx) => writeUsage(trx, rows));
        const all = { from: 0, before: START + 1_000 * DAY };
        for (const now of hours.sort((a, b) => a - b).map((hour) => START + 5 * DAY + hour * HOUR)) {
          await Promise.all([thinUsage(db, now), thinUsage(db, now)]);
          const kept = await listUsage(db, all);
          expect(sumsOf(kept, DAY)).toEqual(sumsOf(rows, DAY));
          const minutes = kept.filter(({ step }) => step === 60);
          const inMinutes = rows.filter(({ at }) => Math.floor(at / HOUR) * HOUR + HOUR > now - 2 * DAY);
          expect(sumsOf(minutes, 60)).toEqual(sumsOf(inMinutes, 60));
          const inHours = rows.filter(
            (row) => !inMinutes.includes(row) && Math.floor(row.at / DAY) * DAY + DAY > now - 60 * DAY,
          );
          expect(
            sumsOf(
              kept.filter(({ step }) => step === HOUR),
              HOUR,
            ),
          ).toEqual(sumsOf(inHours, HOUR));
        }
        await thinUsage(db, START + 1_200 * DAY);
        expect(await listUsage(db, all)).toEqual([]);
      },
    ),
    { numRuns: 30 },
  );
}, 120_000);

it("writes a minute again in place of what was written, and lists by time and key", async () => {
  const db = await freshStore();
  const row = (at: number, key: string, requests: number): UsageTable => ({
    step: 60,
    at,
    writer: "a",
    key,
    route: "/health",
    chain: "",
    status: 200,
    requests,
    credits: requests,
    durations: "{}",
  });
  await commit(db, (trx) => writeUsage(trx, [row(START, "alice", 1), row(START, "", 2)]));
  await commit(db, (trx) => writeUsage(trx, [row(START, "alice", 5), row(START + 60, "alice", 7)]));
  const list = async (span: Parameters<typeof listUsage>[1]) =>
    (await listUsage(db, span)).map(({ key, requests }) => [key, requests]).sort();
  expect(await list({ from: START, before: START + 61 })).toEqual([
    ["", 2],
    ["alice", 5],
    ["alice", 7],
  ]);
  expect(await list({ from: START, before: START + 60, key: "alice" })).toEqual([["alice", 5]]);
  expect(await list({ from: START + 1, before: START + 61, key: "" })).toEqual([]);
});
