import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { FirnToken } from "@/lib/contract/firn/tokens";
import { TokenFigures } from "./token-figures";

const TOKEN: FirnToken = {
  ...{ address: "0x", ercType: "ERC-20", symbol: "USDC", totalSupply: "1100070000000", holders: 2 },
  ...{ transfers: 3, balancesFrom: "transfers", blockNumber: "7" },
};
const shown = (token: Partial<FirnToken>) =>
  renderToStaticMarkup(<TokenFigures token={{ ...TOKEN, ...token }} fetched={[]} />).replaceAll(
    "\u2009",
    " ",
  );

test("a supply stands in base units, and says so, while nobody knows the decimals", () => {
  const unknown = shown({});
  expect(unknown).toContain("1,100,070,000,000");
  expect(unknown).toContain("base units");
  const known = shown({ decimals: 6 });
  expect(known).not.toContain("base units");
  expect(known).toContain("USDC");
});

test("a supply that nobody told is not told", () => {
  const { totalSupply: _, ...untold } = TOKEN;
  expect(renderToStaticMarkup(<TokenFigures token={untold} fetched={[]} />)).toContain("Not told");
});
