import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { costOf } from "./costs";
import { ACTIONS } from "./etherscan/actions";
import type { Route } from "./route";
import { ROUTES } from "./routes";

const of = (route: Route | undefined, query = "", method = "GET") =>
  costOf(route, { method, query: new URLSearchParams(query) });

describe("what a request counts", () => {
  it("is 1 for lookups, pages of lists, health, and what is nowhere", () => {
    for (const route of [
      ROUTES.getBlock,
      ROUTES.listTransactions,
      ROUTES.getHealth,
      ROUTES.getReady,
      ROUTES.metricsHealthCheck,
    ])
      expect(of(route)).toBe(1);
    expect(of(undefined)).toBe(1);
  });

  it("is more for searches and metrics, and most for sums over all holders", () => {
    expect(of(ROUTES.listLogs)).toBe(5);
    expect(of(ROUTES.getEvmChainMetrics)).toBe(5);
    expect(of(ROUTES.getAvgTps)).toBe(5);
    expect(of(ROUTES.listEvmCalls)).toBe(10);
    expect(of(ROUTES.listTokenHolders)).toBe(20);
    expect(of(ROUTES.getAddressesByBalanceOverTime)).toBe(20);
  });

  it("is most for an order of all tokens that no index has", () => {
    const sorted = (sort: string) => of(ROUTES.listChainTokens, `sort=${sort}`);
    expect(["holders", "newest", "supply", "transfersOfDay"].map(sorted)).toEqual([5, 5, 20, 20]);
  });

  it("is more for transactions that are searched for than for a page of all of them", () => {
    const cost = (query: string) => of(ROUTES.searchTransactions, query);
    expect(["", "pageToken=x&pageSize=9", "status=failed", "startTimestamp=7"].map(cost)).toEqual([
      1, 1, 1, 1,
    ]);
    expect(["from=0x1", "to=0x1", "method=0x1&status=failed", "minValue=1"].map(cost)).toEqual([5, 5, 5, 5]);
  });

  it("is more for balances of the past", () => {
    expect([of(ROUTES.listErc20Balances), of(ROUTES.listErc20Balances, "blockNumber=7")]).toEqual([1, 10]);
  });

  it("is by action for clients of Etherscan, in any case, and a form counts as the dearest", () => {
    const cost = (action: string) => of(ROUTES.etherscanApiOfChain, `module=x&action=${action}`);
    expect([cost("balance"), cost("txlist"), cost("getLogs"), cost("GETLOGS"), cost("none")]).toEqual([
      1, 5, 10, 10, 1,
    ]);
    const dearest = Math.max(...Object.values(ACTIONS).flatMap((actions) => Object.keys(actions).map(cost)));
    expect(of(ROUTES.etherscanApi, "action=balance", "POST")).toBe(dearest);
  });

  it("is in the documentation as it is here", () => {
    const page = readFileSync(new URL("../../docs/api-keys.md", import.meta.url), "utf8");
    for (const [name, route] of Object.entries(ROUTES)) {
      if (route.api === "metrics" || route.api === "etherscan" || of(route) === 1) continue;
      const line = page.split("\n").find((text) => text.includes(`\`${route.path}\``));
      expect(line?.startsWith(`| ${of(route)} |`), `${name}: ${route.path}`).toBe(true);
    }
  });
});
