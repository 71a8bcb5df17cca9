import type { Chain } from "@/components/ui/chains";
import { Note } from "@/components/ui/note";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { describeListGap } from "@/lib/words/gap";

/** A line above a list of a chain whose beginning Firn does not have. */
export function GapNote({ status, chain }: { status: Pick<FirnStatus, "gaps">; chain: Chain }) {
  const gap = status.gaps?.find((each) => each.chain === chain);
  return gap === undefined ? null : <Note>{describeListGap(gap)}</Note>;
}
