import Link from "next/link";
import { Seg } from "./seg";

interface ViewLinksProps<View extends string> {
  /** What is being chosen, for screen readers. */
  label: string;
  /** Label of each view, in order. */
  views: Readonly<Record<View, string>>;
  current: View;
  /** Address of this page in another view. */
  hrefOf: (view: View) => string;
}

/** Views of one thing, as links: each has an address and needs no script. */
export function ViewLinks<View extends string>({ label, views, current, hrefOf }: ViewLinksProps<View>) {
  return (
    <Seg label={label}>
      {(Object.keys(views) as View[]).map((view) => (
        <Link
          key={view}
          href={hrefOf(view)}
          scroll={false}
          prefetch={false}
          aria-current={view === current ? "true" : undefined}
        >
          {views[view]}
        </Link>
      ))}
    </Seg>
  );
}
