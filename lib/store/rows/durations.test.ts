import fc from "fast-check";
import { expect, test } from "vitest";
import { addDuration, addDurations, type Durations, medianOf } from "./durations";

function of(all: readonly number[]): Durations {
  const durations: Durations = {};
  for (const ms of all) addDuration(durations, ms);
  return durations;
}

test("a median is within 5 % of the middle one, and sums of parts are as good as the whole", () => {
  const ms = fc.oneof(fc.double({ min: 0, max: 100_000, noNaN: true }), fc.integer({ min: 0, max: 50 }));
  fc.assert(
    fc.property(fc.array(ms, { minLength: 1, maxLength: 200 }), fc.nat(), (all, cut) => {
      const sum = of(all.slice(0, cut % all.length));
      addDurations(sum, of(all.slice(cut % all.length)));
      expect(sum).toEqual(of(all));
      const exact = all.toSorted((a, b) => a - b)[Math.ceil(all.length / 2) - 1] ?? 0;
      const median = medianOf(sum);
      if (exact <= 1) expect(median).toBe(0.5);
      else expect(Math.abs(median / exact - 1)).toBeLessThan(0.05);
    }),
  );
});

test("nothing has no median", () => expect(medianOf({})).toBe(0));
