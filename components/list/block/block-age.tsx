import { TimeAgo } from "@/components/ui/time-ago";

/** Why a block or a transaction of the P-Chain has no time. */
export const BLOCK_TIME_NOT_KNOWN =
  "From before Banff, when blocks of the P-Chain held no time. Neither a block before it nor the network's genesis, which is not known here, says the time of the chain.";

/** Age of a block in a list, by its time in unix seconds; undefined where nobody knows. */
export function BlockAge({ time }: { time: number | undefined }) {
  if (time !== undefined) return <TimeAgo at={time * 1000} />;
  return (
    <span className="text-ink-3" title={BLOCK_TIME_NOT_KNOWN}>
      not known
    </span>
  );
}
