import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { GenesisNotice } from "./genesis-notice";

const shown = (genesisKnown: boolean) =>
  renderToStaticMarkup(<GenesisNotice status={{ network: { genesisKnown } } as FirnStatus} />);

it("says that totals leave out the genesis while it is not known, and what to set", () => {
  expect(shown(false)).toContain("The network’s genesis is not known");
  expect(shown(false)).toContain("FIRN_GENESIS");
  expect(shown(true)).toBe("");
});
