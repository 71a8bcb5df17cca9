import Link from "next/link";
import { button } from "@/components/ui/button";
import { groupDigits } from "@/components/ui/format";
import { LIST_END } from "@/components/ui/layout";
import { hrefAtPosition, type ListSlice, neighboursOf } from "./position";

interface SliceNavProps {
  slice: ListSlice<unknown>;
  /** Address of the list's page. */
  href: string;
}

/** Foot of a list that shows some of its rows. Links give each page of rows an address. Empty if all rows are shown. */
export function SliceNav({ slice, href }: SliceNavProps) {
  const { rows, from, count } = slice;
  if (rows.length === count) return null;
  const { before, after } = neighboursOf(slice);
  return (
    <div className={LIST_END}>
      {before !== undefined && (
        <Link className={button()} rel="prev" prefetch={false} href={hrefAtPosition(href, before)}>
          Previous
        </Link>
      )}
      <span>
        {groupDigits(from)} to {groupDigits(from + rows.length - 1)} of {groupDigits(count)}
      </span>
      {after !== undefined && (
        <Link className={button()} rel="next" prefetch={false} href={hrefAtPosition(href, after)}>
          Next {after.rows}
        </Link>
      )}
    </div>
  );
}
