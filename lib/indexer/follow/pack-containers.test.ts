import fc from "fast-check";
import { expect, it } from "vitest";
import { packContainers, unpackContainers } from "./pack-containers";

const bytes = (constraints: { minLength?: number; maxLength?: number }) =>
  fc.uint8Array(constraints).map((value) => Uint8Array.from(value));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const container = fc.record({
  index: fc.maxSafeNat(),
  containerId: bytes({ minLength: 32, maxLength: 32 }),
  bytes: bytes({ maxLength: 200 }),
  acceptedAtNs: maybe(fc.bigInt({ min: 0n, max: 2n ** 64n - 1n })),
});
const batch = fc.record({
  containers: fc.array(container),
  readMs: fc.nat(),
  signedMs: maybe(fc.nat()),
});

it("gives back what was packed", () => {
  fc.assert(
    fc.property(batch, (value) => {
      expect(unpackContainers(packContainers(value))).toEqual(value);
    }),
  );
});
