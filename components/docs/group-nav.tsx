import Link from "next/link";
import { SECTION_NAV } from "@/components/ui/section-nav";
import { hrefTo } from "@/lib/contract/pages";
import { GROUPS, type Group } from "./document";

/** Links to the interfaces, the current one marked. */
export function GroupNav({ group }: { group?: Group }) {
  return (
    <nav className={SECTION_NAV} aria-label="Interfaces">
      <Link href={hrefTo("docs")} prefetch={false} aria-current={group === undefined ? "page" : undefined}>
        Overview
      </Link>
      {(Object.keys(GROUPS) as Group[]).map((one) => (
        <Link
          key={one}
          href={hrefTo("docsOf", { group: one })}
          prefetch={false}
          aria-current={one === group ? "page" : undefined}
        >
          {GROUPS[one].title}
        </Link>
      ))}
    </nav>
  );
}
