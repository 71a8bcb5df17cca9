import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DataError } from "../../errors";
import { decode, encode, type Layout } from "../codec/layout";
import type { Effect } from "../effects";
import type { SignedTx } from "../transaction";

/**
 * For tests: damages real bytes. They are truncated, lengthened or changed, or four of them become a huge count or
 * length.
 */
function damaged(bytes: Uint8Array): fc.Arbitrary<Uint8Array> {
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

/**
 * Runs `read`, which must return a value or throw a DataError with its position. A hang runs into the test's time
 * limit.
 */
function expectValueOrDataError(read: () => unknown): void {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(DataError);
    const { details } = error as DataError;
    expect(details).toMatchObject({ offset: expect.any(Number), path: expect.any(String) });
  }
}

/** Fields of any length. All other bytes keep their length. */
const VARIABLE = new Set([
  "memo",
  "genesisData",
  "payload",
  "message",
  "certificate",
  "inner",
  "sourceAddress",
  "signers",
  "extraData",
]);
/** Signed integers, as the proposervm writes them. */
const SIGNED = new Set(["timestamp", "startTime"]);

/** A value like `value` with other contents: the same variants; lists, numbers and bytes are random. */
function randomised<T>(value: T, name = ""): fc.Arbitrary<T> {
  return draw(value, name) as fc.Arbitrary<T>;
}

function draw(value: unknown, name: string): fc.Arbitrary<unknown> {
  if (typeof value === "bigint")
    return fc.bigInt({ min: 0n, max: 2n ** (SIGNED.has(name) ? 63n : 64n) - 1n });
  if (typeof value === "number") return SMALL.has(name) ? fc.nat(255) : fc.nat(2 ** 32 - 1);
  if (typeof value === "boolean") return fc.boolean();
  if (value instanceof Uint8Array) return VARIABLE.has(name) ? fc.uint8Array() : bytes(value.length);
  if (Array.isArray(value)) {
    return value.length === 0
      ? fc.constant([])
      : fc.array(fc.oneof(...value.map((each) => draw(each, name))), { maxLength: 4 });
  }
  if (typeof value === "string")
    return VARIANTS.has(name) ? fc.constant(value) : fc.string({ unit: "grapheme", maxLength: 20 });
  return fc.record(
    Object.fromEntries(Object.entries(value as object).map(([key, each]) => [key, draw(each, key)])),
  );
}

/** Texts that name the variant of a value. */
const VARIANTS = new Set(["type", "outputType"]);

/** Numbers of one byte. */
const SMALL = new Set(["maxValidatorWeightFactor", "denomination"]);

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** The codec of a chain's transactions, and their annotation. */
interface Codec<T> {
  decode(signedBytes: Uint8Array): T;
  encode(tx: T): Uint8Array;
  annotate(signedBytes: Uint8Array): unknown;
  effectsOf(tx: T): Effect[];
}

/**
 * Fuzzes samples of every type: random values survive encoding and decoding; damaged bytes give a value or a DataError.
 */
export function fuzzTxs<T extends SignedTx<string, unknown, unknown>>(
  types: readonly { name: string }[],
  samples: readonly T[],
  codec: Codec<T>,
): void {
  describe.each(types.map(({ name }) => name))("%s", (name) => {
    const txs = samples.filter(({ txType }) => txType === name);

    test("any values survive encoding and decoding", () => {
      const values = fc.constantFrom(...txs).chain((tx) => randomTx(tx));
      fc.assert(
        fc.property(values, (tx) => {
          const again = codec.decode(codec.encode(tx));
          expect(again.unsigned).toEqual(tx.unsigned);
          expect(again.credentials).toEqual(tx.credentials);
        }),
        { numRuns: 50 },
      );
    });

    test("damaged bytes give a value or a DataError", () => {
      const read = (bytes: Uint8Array) => {
        const tx = codec.decode(bytes);
        expect(codec.encode(tx)).toEqual(bytes);
        codec.annotate(bytes);
        codec.effectsOf(tx);
      };
      fuzzBytes(
        txs.map(({ bytes }) => bytes),
        read,
        200,
      );
    });
  });
}

/** Runs `read` on damaged samples: each gives a value or a DataError. */
export function fuzzBytes(
  samples: readonly Uint8Array[],
  read: (bytes: Uint8Array) => unknown,
  runs = 500,
): void {
  const values = fc.constantFrom(...samples).chain(damaged);
  fc.assert(
    fc.property(values, (bytes) => expectValueOrDataError(() => read(bytes))),
    { numRuns: runs },
  );
}

/** Random values like the samples survive encoding and decoding. */
export function fuzzLayout<T>(layout: Layout<T>, samples: readonly T[], runs = 200): void {
  fuzzValues(samples, (value) => decode(layout, encode(layout, value)), runs);
}

/** Like `fuzzLayout`, for values without a layout of their own: `again` encodes and decodes. */
export function fuzzValues<T>(samples: readonly T[], again: (value: T) => T, runs = 200): void {
  const values = fc.constantFrom(...samples).chain((sample) => randomised(sample));
  fc.assert(
    fc.property(values, (value) => {
      expect(again(value)).toEqual(value);
    }),
    { numRuns: runs },
  );
}

/** A transaction of the same type with other contents. */
function randomTx<T extends { unsigned: unknown; credentials: unknown[] }>(tx: T): fc.Arbitrary<T> {
  return fc
    .record({ unsigned: randomised(tx.unsigned), credentials: randomised(tx.credentials) })
    .map((parts) => ({ ...tx, ...parts }));
}
