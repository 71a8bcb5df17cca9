import { expect, it } from "vitest";
import { Lru } from "./lru";

it("forgets what was used longest ago, and no more than it must", () => {
  const lru = new Lru<string, number>(2);
  lru.set("a", 1);
  lru.set("b", 2);
  expect(lru.get("a")).toBe(1);
  lru.set("c", 3);
  expect([lru.get("a"), lru.get("b"), lru.get("c")]).toEqual([1, undefined, 3]);
});

it("replaces a value without forgetting another, and can be emptied", () => {
  const lru = new Lru<string, number>(2);
  lru.set("a", 1);
  lru.set("b", 2);
  lru.set("a", 3);
  expect([lru.get("b"), lru.get("a")]).toEqual([2, 3]);
  lru.clear();
  expect(lru.get("a")).toBeUndefined();
});

it("weighs its values, and keeps the one just set whatever it weighs", () => {
  const lru = new Lru<string, number>(10, (value) => value);
  lru.set("a", 4);
  lru.set("b", 5);
  lru.set("a", 5);
  expect([...lru.values()]).toEqual([5, 5]);
  lru.set("c", 1);
  expect([lru.get("b"), lru.get("a"), lru.get("c")]).toEqual([undefined, 5, 1]);
  lru.set("d", 11);
  expect([...lru.values()]).toEqual([11]);
  lru.set("e", 10);
  expect([...lru.values()]).toEqual([10]);
});
