import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FirnStatus, StreamStatus } from "@/lib/contract/firn/status";
import { StatusStrip } from "./status-strip";

function shown(...streams: Partial<StreamStatus>[]): string {
  const initial: FirnStatus = {
    version: "0.1.0",
    network: { id: 54321, name: "custom", hrp: "custom", servedAs: "fuji", genesisKnown: true },
    node: { reachable: true },
    streams: streams.map((each) => ({ stream: "P/block", state: "following", updatedAt: 0, ...each })),
    store: { sizeBytes: 0, schemaVersion: 1 },
  };
  return renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <StatusStrip initial={initial} fault={0} />
    </QueryClientProvider>,
  );
}

it("shows another chain's lag if the P-Chain's blocks were not accepted live, as the status page does", () => {
  const c = { stream: "C/block", acceptanceLagMs: { median: 40, p95: 90 } };
  expect(shown({}, c)).toMatch(/acceptance lag <b>40\W*ms<\/b>/);
  expect(shown({ acceptanceLagMs: { median: 310, p95: 400 } }, c)).toMatch(
    /acceptance lag <b>0\.31\W*s<\/b>/,
  );
  expect(shown({})).toContain("acceptance lag <b>unknown</b>");
});
