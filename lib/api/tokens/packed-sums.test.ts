import fc from "fast-check";
import { expect, it } from "vitest";
import { PackedSums, readLimbs } from "./packed-sums";

const MAX = 2n ** 256n - 1n;
const amount = fc.oneof(
  fc.bigInt({ min: 0n, max: MAX }),
  fc.constantFrom(0n, 1n, 2n ** 32n, 2n ** 255n, MAX),
);
const step = fc.record({
  place: fc.constantFrom(0, 1, 5_000),
  amount,
  sign: fc.constantFrom(1 as const, -1 as const),
});

it("sums and compares like integers of either sign", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const sums = new PackedSums();
      const before = new PackedSums();
      const limbs = new Uint32Array(8);
      const model = new Map<number, bigint>();
      for (const { place, amount, sign } of steps) {
        const was = model.get(place) ?? 0n;
        const is = was + (sign === 1 ? amount : -amount);
        model.set(place, is);
        before.take(place, sums);
        readLimbs(amount.toString(16), limbs);
        sums.add(place, limbs, sign);
        expect([before.at(place), sums.at(place)]).toEqual([was, is]);
        expect([before.isBelow(place, sums), sums.isBelow(place, before)]).toEqual([was < is, is < was]);
      }
      expect(sums.at(7_777)).toBe(0n);
    }),
  );
});
