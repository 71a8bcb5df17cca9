import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RailStakes } from "./rail";
import type { StakeRow } from "./stake-row";

test("the time left of a stake is by the wall clock, and an unknown end says so", () => {
  const now = Date.now() / 1_000;
  const row = (txHash: string, end: number | undefined): StakeRow => ({
    txHash,
    role: "Validation",
    nodeId: "NodeID-x",
    stake: "1",
    symbol: "AVAX",
    decimals: 9,
    start: 0,
    end,
    renews: false,
  });
  const rows = [row("a", now + 86_400 * 3 + 60), row("b", now - 1), row("c", undefined)];
  const html = renderToStaticMarkup(<RailStakes rows={rows} hasMore={false} href="/" />);
  const shown = [...html.matchAll(/<span[^>]*>([^<]*)<\/span><\/li>/g)].map(([, text]) => text);
  expect(shown).toEqual([expect.stringMatching(/^3.d.* left$/), "reward due", "end not known"]);
});
