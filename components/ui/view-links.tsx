import Link from "next/link";
import { Seg } from "./seg";

interface ViewLinksProps<View extends string> {
  /** What is chosen, for screen readers. */
  label: string;
  /** What each is called, in their order. */
  views: Readonly<Record<View, string>>;
  current: View;
  /** Address of this page in another view. */
  hrefOf: (view: View) => string;
}

/** Ways to see one thing, as links: each has an address and needs no script. */
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
