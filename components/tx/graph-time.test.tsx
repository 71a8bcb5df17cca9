import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { TxAge } from "./graph-time";

const TIME = Date.UTC(2022, 0, 2) / 1000;

it("says that a time is not known, and shows no other in its place", () => {
  const shown = renderToStaticMarkup(<TxAge time={undefined} isInVertex />);
  expect(shown).toContain("not known");
  expect(shown).not.toContain("<time");
});

it("calls an acceptance by its name", () => {
  expect(renderToStaticMarkup(<TxAge time={TIME} isInVertex />)).toMatch(
    /accepted <time datetime="2022-01-02/i,
  );
  expect(renderToStaticMarkup(<TxAge time={TIME} />)).not.toContain("accepted");
});
