import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { type Arrival, ArrivalBar, ArrivalList, ArrivalTime } from "./on-this-node";

const ACCEPTED = Date.UTC(2026, 0, 2, 3, 4, 5);
const timeless: Arrival = { blockTime: undefined, accepted: ACCEPTED, stored: ACCEPTED + 20 };
const block: Arrival = { ...timeless, blockTime: ACCEPTED - 30 };

it("shows the node's time for a vertex and what is in it: they have no time of their own", () => {
  expect(renderToStaticMarkup(<ArrivalTime arrival={timeless} />)).toContain("by this node");
  const list = renderToStaticMarkup(
    <ArrivalList arrival={timeless} index={{ stream: "X/vtx", number: 3 }} />,
  );
  expect(list).toContain("not in its bytes");
  expect(list).not.toContain("After block time");
  const bar = renderToStaticMarkup(<ArrivalBar arrival={timeless} />);
  expect(bar).toContain("hold no time");
  expect(bar).not.toContain("lock time");
});

it("measures a block's delay from its own timestamp", () => {
  expect(renderToStaticMarkup(<ArrivalTime arrival={block} />)).not.toContain("by this node");
  const list = renderToStaticMarkup(<ArrivalList arrival={block} index={{ stream: "X/block", number: 3 }} />);
  expect(list).toContain("After block time");
  expect(renderToStaticMarkup(<ArrivalBar arrival={block} />)).toContain("Block time to acceptance");
});
