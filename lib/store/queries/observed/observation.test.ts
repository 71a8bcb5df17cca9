import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { testStores } from "../../../testbed/test-stores";
import { commit } from "../../db";
import { addObservations, type NodeSums, packValidators, unpackValidators } from "../../rows/observation";
import { listObservations, observedNumber, readUnfinished, type Sample, writeSample } from "./observation";

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
/** A midnight. */
const START = 1_799_971_200;

async function freshStore() {
  const folder = mkdtempSync(join(tmpdir(), "firn-observed-"));
  const stores = testStores(folder);
  const store = await stores.open("observed", { mode: "write", nowMs: 0 });
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  return { stores, db: store.db };
}

function nodeId(at: number): Uint8Array {
  return new Uint8Array(20).fill(at % 256).fill(Math.floor(at / 256), 0, 1);
}

/** Anything that a node may say. */
const anySample: fc.Arbitrary<Sample> = fc
  .record({
    validators: fc.uniqueArray(
      fc.tuple(fc.nat(5), fc.boolean(), fc.option(fc.nat(10_000), { nil: undefined })),
      {
        selector: ([id]) => id,
      },
    ),
    uptime: fc.option(fc.tuple(fc.nat(100), fc.nat(100)), { nil: undefined }),
    peers: fc.option(fc.dictionary(fc.constantFrom("a/1", "a/2", "b/1"), fc.nat(9)), { nil: undefined }),
    health: fc.option(fc.subarray(["C", "P", "disk"]), { nil: undefined }),
    answered: fc.boolean(),
  })
  .map(({ validators, uptime, peers, health, answered }) => ({
    asked: 1,
    answered: Number(answered),
    node: {
      ...(uptime && { uptime: { samples: 1, rewarding: uptime[0], average: uptime[1] } }),
      ...(peers && {
        peers: {
          samples: 1,
          weighed: Number(answered),
          versions: Object.fromEntries(
            Object.entries(peers).map(([name, count]) => [name, { peers: count, stake: count * 7 }]),
          ),
        },
      }),
      ...(health && {
        health: {
          samples: 1,
          healthy: Number(health.length === 0),
          failing: Object.fromEntries(health.map((name) => [name, 1])),
        },
      }),
    } satisfies NodeSums,
    validators: validators.map(([id, connected, uptime]) => [nodeId(id), { connected, uptime }] as const),
  }));

describe("what a node was seen to say", () => {
  it("is kept by the minute, and the hours and days that are over are the sums of their minutes", async () => {
    await fc.assert(
      fc.asyncProperty(
        // Seconds from one sample to the next: within a minute, a minute, and gaps of hours.
        fc.array(fc.tuple(fc.constantFrom(20, 60, 61, 600, 3_000, 9_000), anySample), {
          minLength: 1,
          maxLength: 40,
        }),
        async (steps) => {
          const { db } = await freshStore();
          let now = START + 5;
          const minutes = new Map<number, Sample>();
          for (const [pause, sample] of steps) {
            now += pause;
            const at = Math.floor(now / MINUTE) * MINUTE;
            if (!minutes.has(at)) minutes.set(at, sample);
            await commit(db, (trx) => writeSample(trx, sample, now));
          }
          const numbers = new Map<string, number>();
          for (let id = 0; id <= 5; id++) {
            const number = await observedNumber(db, nodeId(id));
            if (number !== undefined) numbers.set(String(nodeId(id)), number);
          }
          const sumOf = (from: number, to: number) =>
            addObservations(
              [...minutes]
                .filter(([at]) => at >= from && at < to)
                .sort(([a], [b]) => a - b)
                .map(([, { validators, ...rest }]) => ({
                  ...rest,
                  validators: new Map(
                    validators.map(([id, { connected, uptime }]) => [
                      numbers.get(String(id)) ?? -1,
                      { seen: 1, connected: Number(connected), uptime },
                    ]),
                  ),
                })),
            );
          const stored = await listObservations(db, { step: "minute", limit: 1_000 });
          expect(stored.map(({ at }) => at)).toEqual([...minutes.keys()].sort((a, b) => b - a));
          for (const { at, ...observation } of stored) expect(observation).toEqual(sumOf(at, at + MINUTE));
          for (const [step, seconds] of [
            ["hour", HOUR],
            ["day", DAY],
          ] as const) {
            const over = new Set([...minutes.keys()].map((at) => Math.floor(at / seconds) * seconds));
            const current = Math.floor(now / seconds) * seconds;
            over.delete(current);
            const found = await listObservations(db, { step, limit: 1_000 });
            expect(found.map(({ at }) => at)).toEqual([...over].sort((a, b) => b - a));
            for (const { at, ...observation } of found) expect(observation).toEqual(sumOf(at, at + seconds));
            const { at, ...unfinished } = (await readUnfinished(db, step, now)) ?? { at: -1 };
            expect(at).toBe(current);
            expect(unfinished).toEqual(sumOf(current, current + seconds));
          }
        },
      ),
      { numRuns: 25 },
    );
  }, 120_000);

  it("is kept by the minute for a day and by the hour for sixty, then by the day", async () => {
    const { db } = await freshStore();
    const sample: Sample = {
      asked: 1,
      answered: 1,
      node: {},
      validators: [[nodeId(1), { connected: true, uptime: 10_000 }]],
    };
    for (let at = START; at <= START + 70 * DAY; at += HOUR / 2)
      await commit(db, (trx) => writeSample(trx, sample, at));
    const spanOf = async (step: "minute" | "hour" | "day") => {
      const rows = await listObservations(db, { step, limit: 10_000 });
      return [rows.length, ((rows[0]?.at ?? 0) - (rows.at(-1)?.at ?? 0)) / DAY];
    };
    expect(await spanOf("minute")).toEqual([48 + 1, 1]);
    expect(await spanOf("hour")).toEqual([60 * 24, 60 - 1 / 24]);
    expect(await spanOf("day")).toEqual([70, 69]);
  }, 120_000);
});

describe("packed validators", () => {
  it("come back as they were", () => {
    const sums = fc.record({
      seen: fc.integer({ min: 1, max: 1_440 }),
      connected: fc.nat(1_440),
      uptime: fc.option(fc.nat(10_000), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.uniqueArray(fc.tuple(fc.nat(3_000), sums), { selector: ([id]) => id }), (each) => {
        const validators = new Map(each.toSorted(([a], [b]) => a - b));
        expect([...unpackValidators(packValidators(validators))]).toEqual([...validators]);
      }),
    );
  });

  it("of 1,500 take less than 20 MB in a year, however they differ", () => {
    const random = fc.sample(fc.tuple(fc.nat(10_000), fc.nat(1_440)), { numRuns: 1_500, seed: 7 });
    const bytesOf = (seen: number) =>
      packValidators(
        new Map(
          random.map(([uptime, connected], id) => [id, { seen, connected: connected % (seen + 1), uptime }]),
        ),
      ).length;
    // Beside them a row has its numbers and what the node says of itself, half a kilobyte at most.
    const row = 500;
    const minutes = 1_440 * (bytesOf(1) + row);
    const hours = 60 * 24 * (bytesOf(60) + row);
    const days = 365 * (bytesOf(1_440) + row);
    expect((minutes + hours + days) * 1.1).toBeLessThan(20_000_000);
  });
});
