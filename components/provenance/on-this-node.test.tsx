import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type Arrival, ArrivalBar, ArrivalList, ArrivalTime } from "./on-this-node";

const ACCEPTED = Date.UTC(2026, 0, 2, 3, 4, 5);
const timeless: Arrival = {
  blockTime: undefined,
  acceptedLive: undefined,
  accepted: ACCEPTED,
  stored: ACCEPTED + 20,
};
const block: Arrival = { blockTime: ACCEPTED - 30, accepted: ACCEPTED, stored: ACCEPTED + 20 };

it("shows the acceptance of a vertex and what is in it as its time, if the node was live", () => {
  const live = { ...timeless, acceptedLive: ACCEPTED };
  expect(renderToStaticMarkup(<ArrivalTime arrival={live} />)).toMatch(/accepted <time/);
  const list = renderToStaticMarkup(<ArrivalList arrival={live} index={{ stream: "X/vtx", number: 3 }} />);
  expect(list).toContain("not in its bytes, accepted live");
  expect(list).not.toContain("After block time");
  const bar = renderToStaticMarkup(<ArrivalBar arrival={live} />);
  expect(bar).toContain("this is when the node accepted it");
  expect(bar).not.toContain("lock time");
});

it("shows no time of a vertex that the node accepted while it bootstrapped", () => {
  const head = renderToStaticMarkup(<ArrivalTime arrival={timeless} />);
  expect(head).toContain("time not known");
  expect(head).not.toContain("2026");
  const list = renderToStaticMarkup(
    <ArrivalList arrival={timeless} index={{ stream: "X/vtx", number: 3 }} />,
  );
  expect(list).toMatch(/Its own time<\/dt><dd[^>]*>not known/);
  expect(renderToStaticMarkup(<ArrivalBar arrival={timeless} />)).toContain("is not known here");
});

it("measures a block's delay from its own timestamp", () => {
  expect(renderToStaticMarkup(<ArrivalTime arrival={block} />)).not.toContain("by this node");
  const list = renderToStaticMarkup(<ArrivalList arrival={block} index={{ stream: "X/block", number: 3 }} />);
  expect(list).toContain("After block time");
  expect(renderToStaticMarkup(<ArrivalBar arrival={block} />)).toContain("Block time to acceptance");
});

it("draws no bar of a block that Firn read long after the node accepted it", () => {
  const late = renderToStaticMarkup(<ArrivalBar arrival={{ ...block, stored: ACCEPTED + 86_400_000 }} />);
  expect(late).toContain("Accepted 30\u2009ms after block time");
  expect(late).not.toContain("visible here");
});

it("shows no time of a block from before Banff where none is known", () => {
  const head = renderToStaticMarkup(<ArrivalTime arrival={{ ...block, blockTime: undefined }} />);
  expect(head).toContain("time not known: from before Banff");
  expect(head).not.toMatch(/1970|X-Chain/);
});
