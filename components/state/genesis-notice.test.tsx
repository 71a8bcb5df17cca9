import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { GenesisNotice } from "./genesis-notice";

const shown = (genesisKnown: boolean) =>
  renderToStaticMarkup(<GenesisNotice status={{ network: { genesisKnown } } as FirnStatus} />);

it("says that sums lack what the genesis holds, and what to set, while it is not known", () => {
  expect(shown(false)).toContain("What stood before the first block is not known");
  expect(shown(false)).toContain("FIRN_GENESIS");
  expect(shown(true)).toBe("");
});
