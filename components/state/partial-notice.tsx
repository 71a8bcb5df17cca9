import type { Chain } from "@/components/ui/chains";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { describeGap } from "@/lib/words/gap";
import { Banner } from "./banner";

interface PartialNoticeProps {
  status: Pick<FirnStatus, "network" | "gaps">;
  /** The chains that the page is about. */
  of: readonly Chain[];
}

/** Says on pages with totals and lists of the Primary Network what they leave out: the genesis, or a chain's beginning. */
export function PartialNotice({ status: { network, gaps = [] }, of }: PartialNoticeProps) {
  return (
    <>
      {!network.genesisKnown && (
        <div className="mb-4">
          <Banner tone="warn" title="The network’s genesis is not known">
            Totals, balances and lists on this page leave it out, and rewards are unknown. Set FIRN_GENESIS to
            AvalancheGo’s genesis file and restart Firn.
          </Banner>
        </div>
      )}
      {gaps
        .filter(({ chain }) => of.includes(chain))
        .map((gap) => {
          const { title, why, lacks } = describeGap(gap);
          return (
            <div key={gap.chain} className="mb-4">
              <Banner tone="warn" title={title}>
                {why} {lacks}
              </Banner>
            </div>
          );
        })}
    </>
  );
}
