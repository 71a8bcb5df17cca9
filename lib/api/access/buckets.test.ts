import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Buckets, type Rate } from "./buckets";

const RATE: Rate = { perMinute: 60, burst: 10 };

/** Units that a name takes one by one until it is refused. */
function drain(buckets: Buckets, name: string, nowMs: number, rate = RATE): number {
  for (let taken = 0; ; taken++) if (!buckets.take(name, { cost: 1, rate, nowMs }).granted) return taken;
}

describe("a bucket", () => {
  it("grants its burst at once, and what comes back continuously after that", () => {
    const buckets = new Buckets(10);
    expect(drain(buckets, "a", 0)).toBe(10);
    expect(drain(buckets, "a", 999)).toBe(0);
    expect(drain(buckets, "a", 1_000)).toBe(1);
    expect(drain(buckets, "a", 4_500)).toBe(3);
    expect(drain(buckets, "a", 5_000)).toBe(1);
    expect(drain(buckets, "a", 3_600_000)).toBe(10);
  });

  it("says what is left and when the same would be granted", () => {
    const buckets = new Buckets(10);
    const take = (cost: number, nowMs: number) => buckets.take("a", { cost, rate: RATE, nowMs });
    expect(take(7, 0)).toEqual({ granted: true, remaining: 3, waitMs: 0 });
    expect(take(5, 0)).toEqual({ granted: false, remaining: 3, waitMs: 2_000 });
    expect(take(5, 1_999)).toEqual({ granted: false, remaining: 4, waitMs: 1 });
    expect(take(5, 2_000)).toEqual({ granted: true, remaining: 0, waitMs: 0 });
  });

  it("grants for a full one what costs more than it holds", () => {
    const buckets = new Buckets(10);
    const take = (nowMs: number) => buckets.take("a", { cost: 20, rate: RATE, nowMs });
    expect(take(0)).toEqual({ granted: true, remaining: 0, waitMs: 0 });
    expect(take(0)).toEqual({ granted: false, remaining: 0, waitMs: 10_000 });
    expect(take(10_000).granted).toBe(true);
  });

  it("never grants more than its burst and what came back, in any span of time, and no less to who waits", () => {
    const asked = fc.record({
      cost: fc.integer({ min: 1, max: 20 }),
      afterMs: fc.integer({ min: 0, max: 20_000 }),
    });
    const rate = fc.record({
      perMinute: fc.integer({ min: 1, max: 10_000 }),
      burst: fc.integer({ min: 1, max: 10_000 }),
    });
    fc.assert(
      fc.property(rate, fc.array(asked, { maxLength: 60 }), (rate, requests) => {
        const buckets = new Buckets(10);
        const granted: { atMs: number; units: number }[] = [];
        let nowMs = 0;
        for (const { cost, afterMs } of requests) {
          nowMs += afterMs;
          const taken = buckets.take("a", { cost, rate, nowMs });
          if (taken.granted) granted.push({ atMs: nowMs, units: Math.min(cost, rate.burst) });
          else {
            nowMs += taken.waitMs;
            expect(buckets.take("a", { cost, rate, nowMs }).granted).toBe(true);
            granted.push({ atMs: nowMs, units: Math.min(cost, rate.burst) });
          }
        }
        granted.forEach(({ atMs: from }, first) => {
          let units = 0;
          for (const { atMs, units: more } of granted.slice(first)) {
            units += more;
            expect(units).toBeLessThanOrEqual(rate.burst + ((atMs - from) * rate.perMinute) / 60_000 + 2e-6);
          }
        });
      }),
    );
  });

  it("follows a new limit at once", () => {
    const buckets = new Buckets(10);
    expect(drain(buckets, "a", 0)).toBe(10);
    expect(drain(buckets, "a", 1_000, { perMinute: 600, burst: 100 })).toBe(10);
    expect(drain(buckets, "a", 60_000, { perMinute: 60, burst: 2 })).toBe(2);
  });
});

describe("names beyond the most", () => {
  it("share one bucket, and a name that is remembered keeps its own", () => {
    const buckets = new Buckets(3);
    for (const name of ["a", "b", "c"]) expect(drain(buckets, name, 0)).toBe(10);
    expect(drain(buckets, "d", 0)).toBe(10);
    expect(drain(buckets, "e", 0)).toBe(0);
    expect(drain(buckets, "a", 2_000)).toBe(2);
    for (let each = 0; each < 1_000; each++) buckets.take(`${each}`, { cost: 1, rate: RATE, nowMs: 2_000 });
    expect(buckets.size).toBe(4);
  });

  it("get buckets again once others are full, which are as good as none", () => {
    const buckets = new Buckets(3);
    for (const name of ["a", "b", "c", "d"]) drain(buckets, name, 0);
    buckets.take("a", { cost: 5, rate: RATE, nowMs: 10_000 });
    expect(drain(buckets, "new", 12_000)).toBe(10);
    expect(drain(buckets, "a", 12_000)).toBe(7);
  });
});
