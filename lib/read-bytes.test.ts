import { expect, it } from "vitest";
import { readBytes } from "./read-bytes";

it("reads a whole stream, whose characters may be split", async () => {
  const bytes = Buffer.from("é!");
  const split = [bytes.subarray(0, 1), bytes.subarray(1)];
  expect(String(await readBytes(split))).toBe("é!");
  expect(await readBytes([], 0)).toEqual(Buffer.of());
});

it("leaves a stream that is longer than allowed", async () => {
  let isLeft = false;
  async function* endless() {
    try {
      for (;;) yield Buffer.alloc(10);
    } finally {
      isLeft = true;
    }
  }
  expect(await readBytes(endless(), 25)).toBeUndefined();
  expect(isLeft).toBe(true);
  expect(await readBytes([Buffer.alloc(25)], 25)).toHaveLength(25);
});
