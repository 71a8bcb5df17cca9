import Link from "next/link";
import type { Chain } from "@/components/ui/chains";
import { groupDigits } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";

/** Links to the blocks before and after, as far as Firn has them. The keys `[` and `]` follow them. */
export function Neighbours(props: { chain: Chain; height: number; head: number | undefined }) {
  const { chain, height, head } = props;
  const previous = height - 1;
  const next = height + 1;
  return (
    <nav className="row" aria-label="Neighbouring blocks">
      {previous >= 1 && (
        <Link
          className="btn"
          href={`/${chain}/block/${previous}`}
          rel="prev"
          aria-label={`Previous block ${groupDigits(previous)}`}
        >
          <Icon name="prev" />
          {groupDigits(previous)}
        </Link>
      )}
      {head !== undefined && next <= head && (
        <Link
          className="btn"
          href={`/${chain}/block/${next}`}
          rel="next"
          aria-label={`Next block ${groupDigits(next)}`}
        >
          {groupDigits(next)}
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}
