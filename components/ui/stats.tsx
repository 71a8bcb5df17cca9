import Link from "next/link";
import type { CSSProperties, ReactNode } from "react";

/** One ruled band of key figures, `count` of them in a row on wide screens, two on mobile. */
export function Stats({ count, children }: { count: number; children: ReactNode }) {
  return (
    <div className="stats" style={{ "--n": count } as CSSProperties}>
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
  /** The whole value, when `value` is shortened. */
  title?: string;
  href?: string;
}

export function Stat({ label, value, unit, detail, title, href }: StatProps) {
  const content = (
    <>
      <div className="l">{label}</div>
      <div className="v" title={title}>
        {value}
        {unit !== undefined && <small>{unit}</small>}
      </div>
      {detail !== undefined && <div className="s">{detail}</div>}
    </>
  );
  return href === undefined ? (
    <div className="stat">{content}</div>
  ) : (
    <Link className="stat" href={href} prefetch={false}>
      {content}
    </Link>
  );
}
