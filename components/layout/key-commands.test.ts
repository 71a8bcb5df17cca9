import { expect, test } from "vitest";
import { readKey } from "./key-commands";
import { NAVIGATION } from "./navigation";

const press = (key: string, held = {}) => ({ key, ctrlKey: false, altKey: false, metaKey: false, ...held });

test("j and k move through rows, brackets through blocks", () => {
  expect(readKey(press("j"), false)).toEqual({ kind: "row", step: 1 });
  expect(readKey(press("k"), false)).toEqual({ kind: "row", step: -1 });
  expect(readKey(press("["), false)).toEqual({ kind: "step", rel: "prev" });
  expect(readKey(press("]"), false)).toEqual({ kind: "step", rel: "next" });
});

test("g and a letter open a page; without g the letter means something else", () => {
  expect(readKey(press("g"), false)).toEqual({ kind: "prefix" });
  expect(readKey(press("h"), true)).toEqual({ kind: "go", href: "/" });
  expect(readKey(press("b"), true)).toEqual({ kind: "go", href: "/p/blocks" });
  expect(readKey(press("b"), false)).toBeUndefined();
  expect(readKey(press("j"), true)).toBeUndefined();
});

test("every page of the navigation has its own letter", () => {
  expect(new Set(["h", ...NAVIGATION.map(({ key }) => key)]).size).toBe(NAVIGATION.length + 1);
});

test("Ctrl, Alt and Meta leave the key to the browser", () => {
  for (const held of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }])
    expect(readKey(press("c", held), false)).toBeUndefined();
});
