import { expect, test } from "vitest";
import { lockOf } from "./lock";

const END = 1_800_000_000;

test("a lock is over or not by the time given, and without one neither is claimed", () => {
  expect(lockOf(0, undefined)).toBeUndefined();
  expect(lockOf(END, END)).toBeUndefined();
  expect(lockOf(END, END - 1)).toMatch(/^locked until .*2027/);
  expect(lockOf(END, undefined)).toMatch(/^lock ends .*2027/);
});
