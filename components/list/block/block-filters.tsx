import Link from "next/link";
import { FILTERS } from "@/components/ui/layout";
import { hrefTo } from "@/lib/contract/pages";
import { formatTime, groupDigits } from "@/lib/words/format";
import { Chip } from "../chip";
import { type BlockListParams, queryOfBlocks } from "../list-params";

interface BlockFiltersProps {
  /** First segment of the chain's addresses. */
  chain: string;
  position: BlockListParams;
  head: number | undefined;
}

/** Filters and position of the block list. Each is one query parameter. */
export function BlockFilters(props: BlockFiltersProps) {
  const { chain, position, head } = props;
  const { before, from, to } = position;
  const hrefWith = (kept: BlockListParams) => hrefTo("blocks", { chain }, queryOfBlocks(kept));
  return (
    <section className={FILTERS} aria-label="Filters">
      {before !== undefined && (
        <Chip
          name="below block"
          value={groupDigits(before)}
          withoutHref={hrefWith({ ...position, before: undefined })}
        />
      )}
      {from !== undefined && (
        <Chip
          name="from"
          value={formatTime(from * 1000)}
          withoutHref={hrefWith({ ...position, from: undefined })}
        />
      )}
      {to !== undefined && (
        <Chip
          name="before"
          value={formatTime(to * 1000)}
          withoutHref={hrefWith({ ...position, to: undefined })}
        />
      )}
      {(before ?? from ?? to) !== undefined && (
        <Link className="text-small" href={hrefTo("blocks", { chain })} rel="prev" prefetch={false}>
          Newest blocks
        </Link>
      )}
      <div className="ml-auto flex items-center gap-2 text-small text-ink-3 max-m:ml-0">
        {head === undefined ? "newest first" : `up to block ${groupDigits(head)}, newest first`}
      </div>
    </section>
  );
}
