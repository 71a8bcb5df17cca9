import { expect, test } from "vitest";
import { hrefFrom, isWithin, NAVIGATION } from "./navigation";

const marked = (pathname: string) =>
  NAVIGATION.filter((entry) => isWithin(entry, pathname)).map(({ label }) => label);
const linksFrom = (pathname: string) => NAVIGATION.slice(0, 3).map((entry) => hrefFrom(entry, pathname));

test.each([
  ["/99999/block/5", "Blocks"],
  ["/99999/token/0xab", "Tokens"],
  ["/c/nft/0xab/7", "Tokens"],
  ["/99999/accounts", "Tokens"],
  ["/x/asset/abc", "Tokens"],
  ["/address/0xab", "Transactions"],
  ["/validation/abc", "L1s"],
])("%s belongs to %s", (pathname, label) => {
  expect(marked(pathname)).toEqual([label]);
});

test("lists of blocks, transactions and tokens stay on the page's chain, if it has them", () => {
  expect(linksFrom("/99999/token/0xab")).toEqual(["/99999/blocks", "/99999/txs", "/99999/tokens"]);
  expect(linksFrom("/x/block/5")).toEqual(["/x/blocks", "/x/txs", "/x/assets"]);
  expect(linksFrom("/x/assets")).toEqual(["/x/blocks", "/x/txs", "/x/assets"]);
  expect(linksFrom("/p/block/5")).toEqual(["/p/blocks", "/p/txs", "/c/tokens"]);
  expect(linksFrom("/validators")).toEqual(["/p/blocks", "/p/txs", "/c/tokens"]);
});
