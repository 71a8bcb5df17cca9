import { expect, test } from "vitest";
import { Costs } from "./costs";

test("a route is wide once its answers read long, huge once they read very long, and quick again when they do not", () => {
  const costs = new Costs();
  const learn = (ms: number, times: number) => {
    for (let i = 0; i < times; i++) costs.learn("list", ms);
    return costs.kindOf("list");
  };
  expect([costs.kindOf("list"), learn(100, 20), learn(1_000, 10), learn(2, 8)]).toEqual([
    "quick",
    "wide",
    "huge",
    "quick",
  ]);
});

test("one answer that waited for a busy machine changes nothing", () => {
  const costs = new Costs();
  for (const ms of [2, 300, 2]) costs.learn("block", ms);
  expect(costs.kindOf("block")).toBe("quick");
});
