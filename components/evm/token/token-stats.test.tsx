import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { TokenStats } from "./token-stats";

const TOKEN: FirnToken = {
  address: "0x",
  ercType: "ERC-20",
  symbol: "USDC",
  totalSupply: "1100070000000",
  holders: 2,
  transfers: 3,
  balancesFrom: "transfers",
  blockNumber: "7",
};
const shown = (token: Partial<FirnToken>) =>
  renderToStaticMarkup(<TokenStats chain={{}} token={{ ...TOKEN, ...token }} mediaSchemes={[]} />).replaceAll(
    "\u2009",
    " ",
  );

test("a supply without known decimals is shown in base units, and says so", () => {
  const unknown = shown({});
  expect(unknown).toContain("1,100,070,000,000");
  expect(unknown).toContain("base units");
  const known = shown({ decimals: 6 });
  expect(known).not.toContain("base units");
  expect(known).toContain("USDC");
});

test("a collection's burned tokens stand beside its tokens, which do not count them", () => {
  const collection = { ercType: "ERC-721", totalSupply: "4" } as const;
  expect(shown({ ...collection, burned: 1 })).toMatch(/4,<bdi[^>]*>1 burned</);
  expect(shown({ ...collection, burned: 0 })).toContain("none burned");
  expect(shown(collection)).toContain("burned ones, listed too, not counted");
});

test("an unknown supply says so", () => {
  const { totalSupply: _, ...withoutSupply } = TOKEN;
  expect(renderToStaticMarkup(<TokenStats chain={{}} token={withoutSupply} mediaSchemes={[]} />)).toContain(
    "Unknown",
  );
});
