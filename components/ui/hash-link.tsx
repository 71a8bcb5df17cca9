import Link from "next/link";
import type { ReactNode } from "react";
import { headTail } from "@/lib/words/format";
import { classes } from "./classes";
import { CopyButton } from "./copy-button";
import { GrainMark } from "./grain-mark";
import { Name } from "./name";

export interface HashLinkProps {
  /** The whole id, hash or address. */
  value: string;
  /** Without it the id can be copied but is not a link. */
  href?: string;
  /** Shows all characters. CSS cuts the middle in a narrow box; the last six always stay. */
  full?: boolean;
  /** Shown instead of the characters: free text, which anybody may have written. */
  name?: string;
  /** What it is, for screen readers: `transaction`, `address`. The default is `id`. */
  label?: string;
  copy?: boolean;
  /** Begins with the id's grain, for addresses and nodes, which recur. */
  grain?: boolean;
  /** Behind the id. */
  children?: ReactNode;
}

const ID = "inline-flex min-w-0 font-mono text-id leading-5 font-normal tracking-tight whitespace-nowrap";

/** An id with its copy button. The whole value is in `title`. */
export function HashLink({
  value,
  href,
  full = false,
  name,
  label = "id",
  copy = true,
  grain = false,
  children,
}: HashLinkProps) {
  const look = classes(ID, !full && name === undefined && "flex-none");
  const shown = <HashText value={value} full={full} name={name} />;
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-1.5 align-bottom">
      {grain && <GrainMark id={value} />}
      {href === undefined ? (
        <span className={look} title={value}>
          {shown}
        </span>
      ) : (
        <Link
          className={classes(look, "max-m:-my-0.5 max-m:py-0.5")}
          href={href}
          prefetch={false}
          title={value}
          // Begins with what is seen, so that it can be said to a browser.
          aria-label={name === undefined ? `${full ? value : headTail(value)}, ${label}` : undefined}
        >
          {shown}
        </Link>
      )}
      {copy && <CopyButton value={value} label={`${label} ${headTail(value)}`} />}
      {children}
    </span>
  );
}

function HashText({ value, full, name }: { value: string; full: boolean; name: string | undefined }) {
  if (name !== undefined)
    return (
      <span className="truncate font-sans text-body tracking-none normal-nums">
        <Name>{name}</Name>
      </span>
    );
  if (!full) return headTail(value);
  return (
    <>
      <span className="min-w-0 overflow-hidden text-ellipsis">{value.slice(0, -6)}</span>
      <span className="flex-none">{value.slice(-6)}</span>
    </>
  );
}
