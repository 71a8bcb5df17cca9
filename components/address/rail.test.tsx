import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { RailStakes } from "./rail";
import type { StakeRow } from "./stake-row";

test("what is left of a stake is by the wall clock, and of one without a known end not told", () => {
  const now = Date.now() / 1_000;
  const row = (txHash: string, end: number | undefined): StakeRow => ({
    ...{ txHash, role: "Validation", nodeId: "NodeID-x", stake: "1", symbol: "AVAX", decimals: 9 },
    ...{ start: 0, end, renews: false },
  });
  const rows = [row("a", now + 86_400 * 3 + 60), row("b", now - 1), row("c", undefined)];
  const html = renderToStaticMarkup(<RailStakes rows={rows} hasMore={false} href="/" />);
  const said = [...html.matchAll(/<span[^>]*>([^<]*)<\/span><\/li>/g)].map(([, text]) => text);
  expect(said).toEqual([expect.stringMatching(/^3.d.* left$/), "waits for its reward", "end not known"]);
});
