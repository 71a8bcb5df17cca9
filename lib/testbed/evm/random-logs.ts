import fc from "fast-check";
import { TOKEN_TOPICS } from "../../avalanche/evm/transfers";

export const anyBytes = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map((value) => Uint8Array.from(value));

/** One of three values, so that the same one comes again. */
export const someBytes = (length: number) =>
  fc.constantFrom(...[1, 2, 3].map((byte) => new Uint8Array(length).fill(byte)));

/** A log with any topics, some of them of token events. */
export const anyLog = fc.record({
  address: fc.oneof(someBytes(20), anyBytes(20)),
  topics: fc.array(fc.oneof(someBytes(32), anyBytes(32), fc.constantFrom(...TOKEN_TOPICS)), { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 100 }).map((value) => Uint8Array.from(value)),
});
