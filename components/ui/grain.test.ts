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
