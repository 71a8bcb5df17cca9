import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { grainOf } from "./grain";

test("an id has the strata that the mockups draw for it", () => {
  expect(grainOf("P-avax1dq4fsn9h8z50xevr9h7rcxd788em7k5xp2e6vr")).toEqual({
    hue: 153,
    strata: [
      { top: 0, width: 7, opacity: 0.82 },
      { top: 4, width: 14, opacity: 0.51 },
      { top: 8, width: 10, opacity: 0.9 },
      { top: 12, width: 7, opacity: 0.81 },
    ],
  });
});

test("its bytes are those of the sha256 of a text of any length", () => {
  for (let length = 0; length < 300; length++) {
    const id = Array.from({ length }, (_, at) => String.fromCharCode(33 + ((at * at + length) % 94))).join(
      "",
    );
    const hash = createHash("sha256").update(id).digest();
    const { hue, strata } = grainOf(id);
    expect(hue).toBe(Math.round(((hash[0] ?? 0) * 360) / 256));
    expect(strata.map(({ width }) => width)).toEqual([...hash.subarray(1, 5)].map((byte) => 4 + (byte % 12)));
    expect(strata.map(({ opacity }) => opacity)).toEqual(
      [...hash.subarray(8, 12)].map((byte) => (45 + (byte % 55)) / 100),
    );
  }
});
