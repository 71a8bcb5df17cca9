import Link from "next/link";
import { classes } from "./classes";
import { CopyButton } from "./copy-button";
import { headTail, spokenId } from "./format";
import { GrainMark } from "./grain-mark";

export interface HashLinkProps {
  /** The id, hash or address as text, whole. */
  value: string;
  /** Without it the id is shown and can be copied, but leads nowhere. */
  href?: string;
  /** All characters, cut by CSS in the middle when the box is narrow; the last six always stay. */
  full?: boolean;
  /** A name in place of the characters. */
  name?: string;
  /** What it is, for screen readers: `transaction`, `address`; default `id`. */
  noun?: string;
  copy?: boolean;
  /** Begins with the id's grain: for addresses and nodes, which are met again. */
  grain?: boolean;
}

const ID = "inline-flex min-w-0 font-mono text-id leading-5 font-normal tracking-tight whitespace-nowrap";

/** An id with its copy button; the whole value is in `title`. */
export function HashLink({
  value,
  href,
  full = false,
  name,
  noun = "id",
  copy = true,
  grain = false,
}: HashLinkProps) {
  const spoken = spokenId(value, noun);
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
          aria-label={name === undefined ? spoken : undefined}
        >
          {shown}
        </Link>
      )}
      {copy && <CopyButton value={value} label={spoken} />}
    </span>
  );
}

function HashText({ value, full, name }: { value: string; full: boolean; name: string | undefined }) {
  if (name !== undefined)
    return <span className="truncate font-sans text-body tracking-none normal-nums">{name}</span>;
  if (!full) return headTail(value);
  return (
    <>
      <span className="min-w-0 overflow-hidden text-ellipsis">{value.slice(0, -6)}</span>
      <span className="flex-none">{value.slice(-6)}</span>
    </>
  );
}
