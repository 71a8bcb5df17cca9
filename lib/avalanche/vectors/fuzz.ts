import fc from "fast-check";
import { expect } from "vitest";
import { DataError } from "../../errors";

/** For tests: real bytes, damaged: cut, lengthened, bytes changed, or four of them made a huge count or length. */
export function damaged(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
  const at = fc.nat(bytes.length - 1);
  const change = (edit: (copy: Uint8Array, at: number) => void) =>
    at.map((place) => {
      const copy = bytes.slice();
      edit(copy, place);
      return copy;
    });
  return fc.oneof(
    at.map((end) => bytes.subarray(0, end)),
    fc.uint8Array({ minLength: 1, maxLength: 8 }).map((tail) => Uint8Array.from([...bytes, ...tail])),
    fc.nat(255).chain((value) => change((copy, place) => copy.fill(value, place, place + 1))),
    change((copy, place) => copy.fill(0xff, place, place + 4)),
    fc.uint8Array({ maxLength: 64 }),
  );
}

/** Runs `read`: a value, or a DataError that says where; nothing else. What hangs runs into the test's time limit. */
export function expectValueOrDataError(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    const { details } = error as DataError;
    expect(details).toMatchObject({ offset: expect.any(Number), path: expect.any(String) });
  }
}

/** Fields of any length; all other bytes keep theirs. */
const VARIABLE = new Set(["memo", "genesisData", "payload", "message"]);

/** A value like `value` with other contents: the same variants, all lists, numbers and bytes drawn anew. */
export function randomised<T>(value: T, name = ""): fc.Arbitrary<T> {
  return draw(value, name) as fc.Arbitrary<T>;
}

function draw(value: unknown, name: string): fc.Arbitrary<unknown> {
  if (typeof value === "bigint") return fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
  if (typeof value === "number") return SMALL.has(name) ? fc.nat(255) : fc.nat(2 ** 32 - 1);
  if (typeof value === "boolean") return fc.boolean();
  if (value instanceof Uint8Array) return VARIABLE.has(name) ? fc.uint8Array() : bytes(value.length);
  if (Array.isArray(value)) {
    return value.length === 0
      ? fc.constant([])
      : fc.array(fc.oneof(...value.map((each) => draw(each, name))), { maxLength: 4 });
  }
  if (typeof value === "string")
    return name === "type" ? fc.constant(value) : fc.string({ unit: "grapheme", maxLength: 20 });
  return fc.record(
    Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, draw(each, key)])),
  );
}

/** Numbers of one byte. */
const SMALL = new Set(["maxValidatorWeightFactor", "denomination"]);

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** A transaction of the same type with other contents. */
export function randomTx<T extends { unsigned: unknown; credentials: unknown[] }>(tx: T): fc.Arbitrary<T> {
  return fc
    .record({ unsigned: randomised(tx.unsigned), credentials: randomised(tx.credentials) })
    .map((parts) => ({ ...tx, ...parts }));
}
