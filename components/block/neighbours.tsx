import Link from "next/link";
import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";

interface NeighboursProps {
  /** Path segment of the chain: `p`, or an EVM chain id. */
  chain: string;
  height: number;
  /** Height of the first block with a page: 1 where block 0 is not known. */
  first?: 0 | 1;
  head: number | undefined;
}

/** Links to the previous and the next block, as far as Firn has them. The keys `[` and `]` follow them. */
export function Neighbours({ chain, height, first = 0, head }: NeighboursProps) {
  const previous = height - 1;
  const next = height + 1;
  const hasNext = head !== undefined && next <= head;
  if (previous < first && !hasNext) return null;
  return (
    <nav className="flex min-w-0 items-center gap-2" aria-label="Neighbouring blocks">
      {previous >= first && (
        <Link
          className={button()}
          href={hrefTo("block", { chain, id: previous })}
          rel="prev"
          prefetch={false}
          aria-label={`${groupDigits(previous)}, previous block`}
        >
          <Icon name="prev" />
          {groupDigits(previous)}
        </Link>
      )}
      {hasNext && (
        <Link
          className={button()}
          href={hrefTo("block", { chain, id: next })}
          rel="next"
          prefetch={false}
          aria-label={`${groupDigits(next)}, next block`}
        >
          {groupDigits(next)}
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}
