import { expect, it } from "vitest";
import { timeCells } from "./csv-time";

const time = Date.UTC(2022, 0, 2) / 1000;
const text = "2022-01-02T00:00:00.000Z";

it("puts an acceptance into its own column, and no time into either where it is not known", () => {
  expect(timeCells({ time })).toEqual({ own: text, accepted: "" });
  expect(timeCells({ time, isInVertex: true })).toEqual({ own: "", accepted: text });
  expect(timeCells({ isInVertex: true })).toEqual({ own: "", accepted: "" });
});
