import { expect, it } from "vitest";
import type { SearchReading } from "@/lib/contract/firn/search";
import { withPageOnly } from "./with-page-only";

const block: SearchReading = {
  reading: "X-Chain block at a height",
  kind: "block",
  chain: "x",
  href: "/x/block/42",
  found: "yes",
  detail: "Block 42, 1 transaction",
};

it("leads to pages of the P-Chain and says of the other chains that there is none", () => {
  const ours: SearchReading = { ...block, chain: "p", href: "/p/block/42" };
  expect(withPageOnly(ours)).toBe(ours);
  expect(withPageOnly(block)).toEqual({
    reading: "X-Chain block at a height",
    kind: "block",
    chain: "x",
    found: "not-indexed",
    detail: "Block 42, 1 transaction. The API answers it; it has no page yet",
  });
});

it("leaves alone what was not found", () => {
  const missing: SearchReading = {
    reading: "X-Chain block at a height",
    kind: "block",
    chain: "x",
    found: "no",
    detail: "",
  };
  expect(withPageOnly(missing)).toBe(missing);
});
