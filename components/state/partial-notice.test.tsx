import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { PartialNotice } from "./partial-notice";

const shown = (genesisKnown: boolean, gaps: FirnStatus["gaps"] = []) => {
  const status = { network: { genesisKnown }, gaps } as FirnStatus;
  return renderToStaticMarkup(<PartialNotice status={status} of={["p", "x"]} />);
};

it("says that totals leave out the genesis while it is not known, and what to set", () => {
  expect(shown(false)).toContain("The network’s genesis is not known");
  expect(shown(false)).toContain("FIRN_GENESIS");
  expect(shown(true)).toBe("");
});

it("says which blocks are not known of the page's chains, and what the page leaves out because of that", () => {
  const c = { chain: "c", before: 100, time: 0 } as const;
  const x = { chain: "x", before: 12_345, time: 0 } as const;
  expect(shown(true, [c])).toBe("");
  const text = shown(true, [x, c]);
  expect(text).toContain("X-Chain blocks before 12,345 are not known");
  expect(text).toContain("may have been imported in one of them");
  expect(text).not.toContain("C-Chain");
});

it("says that the X-Chain's transactions from before its first block are missing", () => {
  expect(shown(true, [{ chain: "x", before: 1, time: 0 }])).toContain(
    "Transactions from before the X-Chain’s first block are missing",
  );
});
