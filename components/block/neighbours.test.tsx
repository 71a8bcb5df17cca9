import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { Neighbours } from "./neighbours";

const shown = (height: number) =>
  renderToStaticMarkup(<Neighbours chain="c" height={height} head={height} />);

it("leads from block 1 back to block 0, and from there no further", () => {
  expect(shown(1)).toContain('href="/c/block/0"');
  expect(shown(0)).not.toContain("href");
});
