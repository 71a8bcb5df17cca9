import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Neighbours } from "./neighbours";

const shown = (height: number, first?: 0 | 1) =>
  renderToStaticMarkup(<Neighbours chain="c" height={height} {...(first && { first })} head={height} />);

it("links block 1 to block 0, and block 0 to nothing before it", () => {
  expect(shown(1)).toContain('href="/c/block/0"');
  expect(shown(0)).toBe("");
});

it("links block 1 to nothing before it where block 0 is not known", () => {
  expect(shown(1, 1)).not.toContain("href");
  expect(shown(2, 1)).toContain('href="/c/block/1"');
});
