import Link from "next/link";
import { field } from "@/components/ui/field";
import { FILTERS } from "@/components/ui/layout";
import { hrefTo } from "@/lib/contract/pages";
import { formatPercent, formatTime, groupDigits } from "@/lib/words/format";
import { AddFilter } from "../add-filter";
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
  const { before, from, to, txs, full } = position;
  const { before: _, ...filter } = position;
  const kept = [...new URLSearchParams(hrefTo("blocks", { chain }, queryOfBlocks(filter)).split("?")[1])];
  const hrefWith = (kept: BlockListParams) => hrefTo("blocks", { chain }, queryOfBlocks(kept));
  return (
    <section className={FILTERS} aria-label="Filters">
      {full === undefined ? (
        <NumberFilter label="Full" name="full" says="Full at least, percent" unit="%" {...{ chain, kept }} />
      ) : (
        <Chip
          name="full at least"
          value={formatPercent(full, 100)}
          withoutHref={hrefWith({ ...filter, full: undefined })}
        />
      )}
      {txs === undefined ? (
        <NumberFilter label="Transactions" name="txs" says="Transactions at least" {...{ chain, kept }} />
      ) : (
        <Chip
          name="transactions at least"
          value={groupDigits(txs)}
          withoutHref={hrefWith({ ...filter, txs: undefined })}
        />
      )}
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

interface NumberFilterProps {
  label: string;
  name: "full" | "txs";
  says: string;
  unit?: string;
  chain: string;
  kept: Iterable<readonly [string, string]>;
}

/** A chip that opens the field of a least number. */
function NumberFilter({ label, name, says, unit, chain, kept }: NumberFilterProps) {
  return (
    <AddFilter label={label} action={hrefTo("blocks", { chain })} kept={kept}>
      <label className={field()}>
        <span className="text-ink-2">at least</span>
        <input
          name={name}
          aria-label={says}
          type="number"
          min={0}
          max={name === "full" ? 100 : 999_999}
          step={1}
          required
          size={6}
        />
        {unit !== undefined && <span className="text-ink-2">{unit}</span>}
      </label>
    </AddFilter>
  );
}
