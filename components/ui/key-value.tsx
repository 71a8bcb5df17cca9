import type { ReactNode } from "react";

/** A list of facts: 152 px labels, stacked on mobile; `tight` puts values at the right edge, for the rail. */
export function KeyValue({ tight = false, children }: { tight?: boolean; children: ReactNode }) {
  return <dl className={tight ? "kv kv-tight" : "kv"}>{children}</dl>;
}

/** One row of a KeyValue; `aside` follows the value in a quiet voice. */
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
        {aside !== undefined && <span className="aside">{aside}</span>}
      </dd>
    </>
  );
}
