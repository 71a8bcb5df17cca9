import { expect, test } from "vitest";
import { Costs } from "./costs";

test("a route is wide once its answers read long, and no more when they do not", () => {
  const costs = new Costs();
  expect(costs.isWide("list")).toBe(false);
  for (let i = 0; i < 20; i++) costs.learn("list", 200);
  expect(costs.isWide("list")).toBe(true);
  for (let i = 0; i < 3; i++) costs.learn("list", 5);
  expect(costs.isWide("list")).toBe(false);
});

test("one answer that waited for a busy machine makes no route wide", () => {
  const costs = new Costs();
  costs.learn("block", 2);
  costs.learn("block", 900);
  expect(costs.isWide("block")).toBe(false);
});
