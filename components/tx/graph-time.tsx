import { BLOCK_TIME_NOT_KNOWN } from "@/components/list/block/block-age";
import { TimeAgo } from "@/components/ui/time-ago";

/** Why something from before the X-Chain's blocks has no time. */
export const TIME_NOT_KNOWN =
  "From before the X-Chain had blocks, when nothing on it held a time. The node accepted it later, while it bootstrapped, so when it was made is not known here.";

/** What the time of something from before the X-Chain's blocks is. */
export const TIME_OF_ACCEPTANCE =
  "From before the X-Chain had blocks, when nothing on it held a time. The node was live then: this is when the node accepted it.";

/**
 * Age of a transaction in a list: by its block's time, or by its acceptance if it was in a vertex; unix seconds,
 * undefined where nobody knows.
 */
export function TxAge({
  time,
  isInVertex = false,
}: {
  time: number | undefined;
  isInVertex?: boolean | undefined;
}) {
  if (time === undefined)
    return (
      <span className="text-ink-3" title={isInVertex ? TIME_NOT_KNOWN : BLOCK_TIME_NOT_KNOWN}>
        not known
      </span>
    );
  if (!isInVertex) return <TimeAgo at={time * 1000} />;
  return (
    <span title={TIME_OF_ACCEPTANCE}>
      accepted <TimeAgo at={time * 1000} ago />
    </span>
  );
}
