import type { FirnStatus } from "@/lib/contract/firn/status";
import { Banner } from "./banner";

/** Says on pages with sums and lists of the Primary Network that they lack what the genesis holds, while it is not known. */
export function GenesisNotice({ status }: { status: FirnStatus }) {
  if (status.network.genesisKnown) return null;
  return (
    <div className="mb-4">
      <Banner tone="warn" title="What stood before the first block is not known">
        Totals, balances and lists on this page lack it, and rewards can’t be told. Set FIRN_GENESIS to
        AvalancheGo’s genesis file and restart Firn.
      </Banner>
    </div>
  );
}
