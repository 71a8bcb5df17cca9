import type { ReactNode } from "react";
import { classes } from "./classes";

const LOOK = classes(
  "grid [&>dd]:flex [&>dd]:min-w-0 [&>dd]:flex-wrap [&>dd]:items-center [&>dd]:gap-x-2.5 [&>dd]:gap-y-1",
  "[&>dt]:border-line [&>dt]:text-ink-2 [&>dt:not(:first-of-type)]:border-t",
  "max-m:[&>dt]:text-hint max-m:[&_a]:-my-0.5 max-m:[&_a]:py-0.5",
);

const BESIDE = "[&>dd]:border-line [&>dd:not(:first-of-type)]:border-t [&>dt]:pl-5 [&>dd]:pr-5";

const KIND_LOOKS = {
  usual: classes(
    BESIDE,
    "grid-cols-[152px_minmax(0,1fr)] [&>dt]:py-2.5 [&>dt]:pr-2 [&>dt]:text-cell [&>dd]:py-2.5 max-m:grid-cols-1",
    "max-m:[&>dt]:px-4 max-m:[&>dt]:pb-0 max-m:[&>dt:first-of-type]:pt-3",
    "max-m:[&>dd:not(:first-of-type)]:border-t-0 max-m:[&>dd]:px-4 max-m:[&>dd]:pt-0",
  ),
  tight: classes(
    BESIDE,
    "grid-cols-[auto_minmax(0,1fr)] [&>dt]:py-2 [&>dt]:pr-4 [&>dt]:text-id",
    "[&>dd]:justify-end [&>dd]:py-2 [&>dd]:text-right [&>dd]:text-id",
    "max-m:[&>dd]:pr-4 max-m:[&>dt]:pr-3 max-m:[&>dt]:pl-4 max-m:[&>dt:first-of-type]:pt-3",
  ),
  stacked: classes(
    "grid-cols-1 [&>dt]:px-5 [&>dt]:pt-[9px] [&>dt]:text-cell [&>dd]:px-5 [&>dd]:pb-[9px]",
    "max-m:[&>dt]:px-4 max-m:[&>dd]:px-4",
  ),
} as const;

interface KeyValueProps {
  /** `tight` puts values at the right edge, `stacked` below their labels. Both are for the rail. */
  look?: keyof typeof KIND_LOOKS;
  children: ReactNode;
}

/** A list of facts: 152 px labels, stacked on mobile. */
export function KeyValue({ look = "usual", children }: KeyValueProps) {
  return <dl className={classes(LOOK, KIND_LOOKS[look])}>{children}</dl>;
}

/** A quiet remark after a value. */
export function Aside({ role, children }: { role?: "status"; children: ReactNode }) {
  return (
    <span className="text-id text-ink-3" role={role}>
      {children}
    </span>
  );
}

/** One row of a KeyValue. `aside` is a quiet remark after the value. */
export function Fact({
  label,
  aside,
  children,
}: {
  label: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {children}
        {aside !== undefined && <Aside>{aside}</Aside>}
      </dd>
    </>
  );
}
