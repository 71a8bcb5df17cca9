import type { FirnStatus } from "@/lib/contract/firn/status";
import { Banner } from "./banner";

/** While the genesis is not known, says on pages with totals and lists of the Primary Network that they leave it out. */
export function GenesisNotice({ status }: { status: FirnStatus }) {
  if (status.network.genesisKnown) return null;
  return (
    <div className="mb-4">
      <Banner tone="warn" title="The network’s genesis is not known">
        Totals, balances and lists on this page leave it out, and rewards are unknown. Set FIRN_GENESIS to
        AvalancheGo’s genesis file and restart Firn.
      </Banner>
    </div>
  );
}
