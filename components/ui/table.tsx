import Link from "next/link";
import type { ReactNode } from "react";
import { classes } from "./classes";

/**
 * On narrow screens rows become grids, and browsers then drop the table's semantics, so every element states its role.
 * They are spread as properties, because the linter takes each for redundant.
 */
const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** Head of a column. `right` is for numbers, `wide` shows it above 1040 px only. */
export interface Column {
  label: string;
  right?: boolean;
  wide?: boolean;
  /** The cells speak for themselves: only screen readers get the label. */
  quiet?: boolean;
  /** Address of the table sorted by this column. `sorted` if it is sorted so now. */
  sortHref?: string;
  sorted?: "ascending" | "descending";
}

/** Layout of rows that are not ordinary ones. */
export type RowsLook =
  /** A core at their left edge, one stratum each. */
  | "core"
  /** A table on narrow screens too. */
  | "plain"
  /** On narrow screens the third and fourth cells have their own line. */
  | "lines"
  /** On narrow screens the fifth and third cells have their own line. */
  | "levels";

interface TableProps {
  /** What the table holds, for screen readers. */
  caption: string;
  columns: readonly Column[];
  look?: RowsLook | undefined;
  /** Rows. */
  children: ReactNode;
}

const HEAD =
  "border-b border-line px-3 py-2.5 text-left text-label font-book whitespace-nowrap text-ink-3 first:pl-5 last:pr-5 max-l:not-first:pl-2 max-l:not-last:pr-2 in-data-[rows=core]:first:pl-9 aria-[sort]:font-strong aria-[sort]:text-ink";

/** A table of 40 px rows that become two lines on narrow screens. Cells say where they go. */
export function Table({ caption, columns, look, children }: TableProps) {
  return (
    <table
      className={classes(
        "w-full border-collapse text-cell",
        look !== "plain" && "max-m:block max-m:[&>tbody]:block",
      )}
      data-rows={look}
      {...ROLES.table}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className={look === "plain" ? undefined : "max-m:sr-only"} {...ROLES.rowgroup}>
        <tr {...ROLES.row}>
          {columns.map(({ label, right = false, wide = false, quiet = false, sortHref, sorted }) => (
            <th
              key={label}
              scope="col"
              className={classes(HEAD, right && "text-right", wide && "max-l:hidden")}
              aria-sort={sorted}
              {...ROLES.head}
            >
              {quiet ? (
                <span className="sr-only">{label}</span>
              ) : sortHref === undefined ? (
                label
              ) : (
                <Link className="text-inherit" href={sortHref} prefetch={false}>
                  {label}
                </Link>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...ROLES.rowgroup}>{children}</tbody>
    </table>
  );
}

const ROW = classes(
  "group/row hover:bg-hover has-focus-visible:bg-ice-tint has-focus-visible:shadow-[inset_2px_0_0_var(--focus)]",
  "has-[details[open]]:*:align-top",
);

/** Two lines of two cells: title and key number above, id and the rest below. */
const NARROW_ROW = classes(
  "max-m:relative max-m:grid max-m:min-h-15 max-m:grid-cols-[minmax(0,1fr)_auto] max-m:content-center max-m:gap-x-3 max-m:gap-y-0.5",
  "border-line max-m:not-last:border-b max-m:px-4 max-m:py-2.5",
  "max-m:[grid-template-areas:'a_b'_'c_d'] max-m:in-data-[rows=lines]:[grid-template-areas:'a_b'_'c_c'_'d_d']",
  "max-m:in-data-[rows=levels]:gap-y-2 max-m:in-data-[rows=levels]:py-3.5 max-m:in-data-[rows=levels]:[grid-template-areas:'a_b'_'e_e'_'c_c']",
  "max-m:has-[>[data-tag]]:pl-12 max-m:in-data-[rows=core]:pl-10",
);

interface RowProps {
  id?: string;
  /** In a table that stays one on narrow screens. */
  plain?: boolean;
  children: ReactNode;
}

/** One row; `id` is an anchor. */
export function Row({ id, plain = false, children }: RowProps) {
  return (
    <tr id={id} className={classes(ROW, !plain && NARROW_ROW)} {...ROLES.row}>
      {children}
    </tr>
  );
}

const PLACE_LOOKS = {
  a: "max-m:flex max-m:items-center max-m:gap-2 max-m:text-body max-m:[grid-area:a]",
  b: "max-m:flex max-m:items-center max-m:justify-end max-m:[grid-area:b]",
  c: "max-m:flex max-m:items-center max-m:gap-2 max-m:overflow-hidden max-m:text-meta max-m:text-ink-3 max-m:[grid-area:c] max-m:in-data-[rows=levels]:block",
  d: "max-m:flex max-m:items-center max-m:justify-end max-m:text-meta max-m:text-ink-3 max-m:[grid-area:d] max-m:in-data-[rows=lines]:justify-start",
  e: "max-m:mt-1.5 max-m:block max-m:col-span-full max-m:in-data-[rows=levels]:mt-0 max-m:in-data-[rows=levels]:[grid-area:e]",
  /** Beside the others, in a table that stays one. */
  row: "max-m:border-t max-m:px-4 max-m:py-2.5",
  tag: "max-m:absolute max-m:top-[11px] max-m:left-4 max-m:block",
} as const;

const PADDED =
  "m:px-3 m:py-1.5 m:first:pl-5 m:last:pr-5 m:max-l:not-first:pl-2 m:max-l:not-last:pr-2 m:in-data-[rows=core]:first:pl-9";

interface CellProps {
  /** Place on narrow screens: `a` `b` above, `c` `d` below, `e` on its own line. Without one the cell is hidden there. */
  at?: keyof typeof PLACE_LOOKS;
  right?: boolean;
  /** Shown above 1040 px only. */
  wide?: boolean;
  /** May take several lines. */
  wraps?: boolean;
  /** 16 px, for an icon. */
  sign?: boolean;
  /** Above the cell on narrow screens. */
  label?: string;
  /** Before the value on narrow screens. */
  lead?: string;
  className?: string;
  children: ReactNode;
}

/** One cell. */
export function Cell({ at, right, wide, wraps, sign, label, lead, className, children }: CellProps) {
  return (
    <td
      className={classes(
        "min-w-0 border-line p-0 align-middle m:h-10 m:group-not-last/row:border-b max-m:[&_a]:-my-0.5 max-m:[&_a]:py-0.5",
        "m:in-data-[rows=core]:first:relative",
        sign ? "w-4" : PADDED,
        wraps ? "whitespace-normal" : "whitespace-nowrap",
        right && "text-right",
        wide && "max-l:hidden",
        at === undefined ? "max-m:hidden" : PLACE_LOOKS[at],
        label !== undefined &&
          "max-m:before:mb-1 max-m:before:block max-m:before:text-fine max-m:before:text-ink-3 max-m:before:content-[attr(data-label)]",
        lead !== undefined &&
          "max-m:before:w-8 max-m:before:text-ink-3 max-m:before:content-[attr(data-lead)]",
        className,
      )}
      data-label={label}
      data-lead={lead}
      data-tag={at === "tag" ? "" : undefined}
      {...ROLES.cell}
    >
      {children}
    </td>
  );
}
