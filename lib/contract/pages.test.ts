import { expect, expectTypeOf, test } from "vitest";
import { hrefTo, idAtRoot, keepQuery, pageOf, unaliased } from "./pages";

const read = (address: string) => pageOf(new URL(address, "http://firn"));

test("an address is written from its parameters and read back", () => {
  const address = hrefTo("tx", { chain: "c", id: "0xab" }, { calls: "value", from: 26 });
  expect(address).toBe("/c/tx/0xab?calls=value&from=26");
  expect(read(address)).toEqual({
    page: "tx",
    params: { chain: "c", id: "0xab" },
    search: { calls: "value", from: "26" },
  });
});

test("a query leaves out empty values, stays legible and has the order of the table", () => {
  expect(hrefTo("blocks", { chain: "p" }, { to: "b", from: "a", before: 1 })).toBe(
    "/p/blocks?before=1&from=a&to=b",
  );
  expect(hrefTo("txs", { chain: "p" }, { addresses: "a,b", types: "", l1: undefined })).toBe(
    "/p/txs?addresses=a,b",
  );
  expect(hrefTo("status")).toBe("/status");
  expect(hrefTo("search", {}, { q: "a b&c" })).toBe("/search?q=a%20b%26c");
});

test("a link to an address says which EVM chain it is about", () => {
  // Without its chain an account of an L1 would open among those of P, X and C.
  expectTypeOf<Parameters<typeof hrefTo<"address">>[2]>().toExtend<{ chain: string | undefined }>();
  expect(hrefTo("address", { address: "0x1" }, { chain: "99999" })).toBe("/address/0x1?chain=99999");
});

test("parameters are encoded, and decoded once", () => {
  const address = hrefTo("address", { address: "../x/%41" }, { chain: undefined });
  expect(address).toBe("/address/..%2Fx%2F%2541");
  expect(read(address)).toMatchObject({ page: "address", params: { address: "../x/%41" } });
  expect(read("/address/%zz")).toMatchObject({ page: "address", params: { address: "%zz" } });
});

test.each([
  ["/", "home"],
  ["/p/blocks", "blocks"],
  ["/43114/blocks", "blocks"],
  ["/charts/lag", "lag"],
  ["/charts/tps", "chart"],
  ["/charts/no-such-chart", "chart"],
  ["/admin/sign-in", "signIn"],
  ["/admin/0123456789012345678901", "console"],
  ["/c/nft/0x1/2", "nft"],
])("%s is the page %s", (address, page) => {
  expect(read(address)).toMatchObject({ page });
});

test.each(["/p/blocks/csv", "/p/tx/abc/evidence", "/validator/abc/calendar", "/admin/state"])(
  "%s is a file",
  (address) => {
    expect(read(address)).toBe("file");
  },
);

test.each(["/q/blocks", "/nothing/here", "/p", "/p/tx", "/p/tx/", "/p/tx/abc/more", "/status/more"])(
  "%s is not an address",
  (address) => {
    expect(read(address)).toBeUndefined();
  },
);

test("a repeated name has both values", () => {
  expect(read("/p/txs?types=BaseTx&types=ImportTx&kind=atomic")).toMatchObject({
    search: { types: ["BaseTx", "ImportTx"], kind: "atomic" },
  });
});

test.each([
  ["/tx/0xab?raw=1", "/c/tx/0xab?raw=1"],
  ["/block/5", "/c/block/5"],
  ["/nft/0xab/7", "/c/nft/0xab/7"],
  ["/99999/address/0xab", "/address/0xab?chain=99999"],
  ["/c/address/0xab?chain=p", "/address/0xab?chain=p"],
  ["/x/address/X-avax1a", "/address/X-avax1a"],
  ["/P/block/5", "/p/block/5"],
  ["/C/address/0xab", "/address/0xab?chain=c"],
])("%s is another explorer's way to write %s", (alias, address) => {
  const { pathname, search } = unaliased(new URL(alias, "http://firn")) ?? {};
  expect(`${pathname}${search}`).toBe(address);
});

test.each(["/", "/p/tx/abc", "/address/0xab", "/search?q=1", "/q/tx/1", "/tx"])(
  "%s is written as it should be",
  (address) => {
    expect(unaliased(new URL(address, "http://firn"))).toBeUndefined();
  },
);

test.each([
  ["/42", "42"],
  ["/NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg", "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"],
  [`/${"ab".repeat(32)}`, "ab".repeat(32)],
  ["/P-custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj", "P-custom1srhuvfs0r6yn7jyz73pwsj0m06ewehv36puvmj"],
  ["/wp-login.php", undefined],
  ["/robots", undefined],
  ["/42/43", undefined],
])("%s has the id %s at the root", (address, id) => {
  expect(idAtRoot(new URL(address, "http://firn"))).toBe(id);
});

test("a redirect keeps what its target does not say", () => {
  expect(keepQuery("/address/0xab?chain=c", { chain: "p", tab: "utxos", types: ["a,b", "c"] })).toBe(
    "/address/0xab?chain=c&tab=utxos&types=a,b&types=c",
  );
  expect(keepQuery("/p/block/5", {})).toBe("/p/block/5");
});
