import Link from "next/link";
import type { ReactNode } from "react";

/**
 * On narrow screens rows are grids, and a browser then forgets that the table is one: so every part says its role.
 * They go in as properties, because to the linter each repeats what the element already is.
 */
const ROLES = {
  table: { role: "table" },
  rowgroup: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  cell: { role: "cell" },
} as const;

/** Head of a column: `right` for numbers, `wide` is shown above 1040 px only. */
export interface Column {
  label: string;
  right?: boolean;
  wide?: boolean;
  /** The cells say it by themselves: the label is left to screen readers. */
  quiet?: boolean;
  /** Address of the table in the order of this column; `sorted` when that is its order now. */
  sortHref?: string;
  sorted?: "ascending" | "descending";
}

interface TableProps {
  /** Says what the table holds; for screen readers. */
  caption: string;
  columns: readonly Column[];
  className?: string;
  /** Rows. */
  children: ReactNode;
}

/** A table of 40 px rows that become two-line rows on narrow screens; cells say where they go with `m-a` to `m-e`. */
export function Table({ caption, columns, className, children }: TableProps) {
  return (
    <table className={className === undefined ? "t" : `t ${className}`} {...ROLES.table}>
      <caption className="sr">{caption}</caption>
      <thead {...ROLES.rowgroup}>
        <tr {...ROLES.row}>
          {columns.map(({ label, right = false, wide = false, quiet = false, sortHref, sorted }) => (
            <th
              key={label}
              scope="col"
              className={classesOf({ r: right, lo: wide })}
              aria-sort={sorted}
              {...ROLES.head}
            >
              {quiet ? (
                <span className="sr">{label}</span>
              ) : sortHref === undefined ? (
                label
              ) : (
                <Link href={sortHref} prefetch={false}>
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

/** One row; `id` is an anchor. */
export function Row({ id, children }: { id?: string; children: ReactNode }) {
  return (
    <tr id={id} {...ROLES.row}>
      {children}
    </tr>
  );
}

/** One cell; `label` stands over it on narrow screens where the table's style says so. */
export function Cell({
  className,
  label,
  children,
}: {
  className?: string;
  label?: string;
  children: ReactNode;
}) {
  return (
    <td className={className} data-l={label} {...ROLES.cell}>
      {children}
    </td>
  );
}

function classesOf(classes: Record<string, boolean>): string | undefined {
  const names = Object.keys(classes).filter((name) => classes[name]);
  return names.length === 0 ? undefined : names.join(" ");
}
