import { expect, test } from "vitest";
import { hrefTo, pageOf } from "./pages";

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

test("parameters are encoded, and decoded once", () => {
  const address = hrefTo("address", { address: "../x/%41" });
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
