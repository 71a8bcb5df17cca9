import Link from "next/link";
import type { CSSProperties, ReactNode } from "react";
import { classes } from "./classes";

const STATS =
  "grid grid-cols-[repeat(var(--n,6),minmax(0,1fr))] overflow-clip rounded-3 border border-line bg-surface max-l:grid-cols-3 max-m:grid-cols-2 max-m:[&>:last-child:nth-child(odd)]:col-span-full max-[361px]:grid-cols-1";

const STAT =
  "relative min-w-0 px-5 py-4 text-inherit max-m:px-4 max-m:py-3 l:[&+&]:border-l l:[&+&]:border-line max-l:shadow-[-1px_-1px_0_var(--line)]";

const VALUE =
  "truncate text-stat font-strong tracking-figure max-m:text-[20px] max-m:leading-7 max-m:whitespace-normal max-m:wrap-anywhere";

/** A value in words, which may take two lines. */
export function Words({ children }: { children: ReactNode }) {
  return <span className="block text-lead leading-5 text-balance whitespace-normal">{children}</span>;
}

/** A ruled band of key figures: `count` in a row on wide screens, two on mobile. */
export function Stats({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className={STATS} style={{ "--n": count } as CSSProperties}>
      {children}
    </div>
  );
}

interface StatProps {
  label: string;
  value: ReactNode;
  /** Small, after the value. */
  unit?: string;
  /** Third line. */
  detail?: ReactNode;
  /** The whole value, if `value` is shortened. */
  title?: string;
  href?: string;
}

export function Stat({ label, value, unit, detail, title, href }: StatProps) {
  const content = (
    <>
      <div className="truncate text-label text-ink-2">{label}</div>
      <div className={VALUE} title={title}>
        {value}
        {unit !== undefined && (
          <bdi className="ml-1 inline-block text-id leading-0 font-normal tracking-none text-ink-3">
            {unit}
          </bdi>
        )}
      </div>
      {detail !== undefined && <div className="text-label text-ink-3">{detail}</div>}
    </>
  );
  return href === undefined ? (
    <div className={STAT} data-stat>
      {content}
    </div>
  ) : (
    <Link
      className={classes(STAT, "hover:bg-hover hover:no-underline")}
      data-stat
      href={href}
      prefetch={false}
    >
      {content}
    </Link>
  );
}
