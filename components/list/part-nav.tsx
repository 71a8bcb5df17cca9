import Link from "next/link";
import { button } from "@/components/ui/button";
import { groupDigits } from "@/components/ui/format";
import { LIST_END } from "@/components/ui/layout";
import { hrefOfPlace, neighboursOf, type Part } from "./place";

interface PartNavProps {
  part: Part<unknown>;
  /** Of the page the list is on. */
  path: string;
  /** What else the page's address says. */
  query?: string;
}

/** Foot of a list that shows a part of its rows: links, so that each part has an address. Nothing when all are shown. */
export function PartNav({ part, path, query }: PartNavProps) {
  const { rows, from, count } = part;
  if (rows.length === count) return null;
  const { before, after } = neighboursOf(part);
  return (
    <div className={LIST_END}>
      {before !== undefined && (
        <Link className={button()} rel="prev" prefetch={false} href={hrefOfPlace(path, before, query)}>
          Previous
        </Link>
      )}
      <span>
        {groupDigits(from)} to {groupDigits(from + rows.length - 1)} of {groupDigits(count)}
      </span>
      {after !== undefined && (
        <Link className={button()} rel="next" prefetch={false} href={hrefOfPlace(path, after, query)}>
          Next {after.rows}
        </Link>
      )}
    </div>
  );
}
