import { field } from "@/components/ui/field";
import { formatDate } from "@/lib/words/format";
import { AddFilter } from "./add-filter";
import { Chip } from "./chip";

interface DayFilterProps {
  /** UTC days like `2026-11-20`, both inclusive. */
  from?: string | undefined;
  to?: string | undefined;
  /** Address of the list without one of them. */
  hrefWithout(name: "from" | "to"): string;
  /** Path of the list, and the rest of its query. */
  action: string;
  kept: Iterable<readonly [string, string]>;
}

/** Filter of a list by days: chips of those chosen, or the fields to choose them. */
export function DayFilter({ from, to, hrefWithout, action, kept }: DayFilterProps) {
  if (from === undefined && to === undefined)
    return (
      <AddFilter label="Date" action={action} kept={kept}>
        <DayField name="from" />
        <DayField name="to" />
      </AddFilter>
    );
  return (
    <>
      {from !== undefined && <Chip name="from" value={formatDay(from)} withoutHref={hrefWithout("from")} />}
      {to !== undefined && <Chip name="to" value={formatDay(to)} withoutHref={hrefWithout("to")} />}
    </>
  );
}

function DayField({ name }: { name: "from" | "to" }) {
  return (
    <label className={field()}>
      <span className="text-ink-2">{name}</span>
      <input name={name} type="date" aria-label={`${name}, UTC day`} />
    </label>
  );
}

function formatDay(day: string): string {
  return formatDate(Date.parse(day));
}
