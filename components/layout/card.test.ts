import { expect, test } from "vitest";
import { pageOf } from "@/lib/contract/pages";
import { cardOf, drawable } from "./card";

const read = (address: string) => {
  const requested = pageOf(new URL(address, "http://firn"));
  return typeof requested === "object" ? cardOf(requested) : undefined;
};

test.each([
  ["/p/block/1234", "P-Chain block", "1,234"],
  ["/99999/tx/0x0123456789abcdef", "EVM chain 99999 transaction", "0x012345…abcdef"],
  ["/validator/NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg", "Validator", "NodeID-7Xhw2m…bSt3Lg"],
  ["/c/nft/0xab/7", "Collectible on C-Chain, of 0xab", "#7"],
])("%s is a %s", (address, kind, name) => {
  expect(read(address)).toEqual({ kind, name });
});

test("pages about many things have no card", () => {
  expect(["/", "/p/blocks", "/validators", "/search?q=1"].map(read)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});

test("letters that the font may lack are not drawn", () => {
  expect(drawable("Firn 🏔 雪 \u202e“ok”")).toBe("Firn ?? ? ?“ok”");
});
