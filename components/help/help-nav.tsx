import Link from "next/link";
import { SIDE_NAV } from "@/components/ui/side-nav";
import { hrefTo } from "@/lib/contract/pages";
import { LINK } from "./help-content";
import { HELP, HELP_NAMES, type HelpName } from "./pages";

/** Links to the pages of the help, the current one marked. */
export function HelpNav({ current }: { current: HelpName }) {
  return (
    <nav className={SIDE_NAV} aria-label="Pages of the help">
      {HELP_NAMES.map((page) => (
        <Link
          key={page}
          href={hrefTo("helpOf", { page })}
          prefetch={false}
          aria-current={page === current ? "page" : undefined}
        >
          {HELP[page].title}
        </Link>
      ))}
    </nav>
  );
}

/** Links to a page's sections. */
export function Sections({ sections }: { sections: readonly { id: string; text: string }[] }) {
  if (sections.length < 2) return null;
  return (
    <nav className="mb-6 flex flex-wrap gap-x-4 gap-y-1.5 text-meta" aria-label="On this page">
      {sections.map(({ id, text }) => (
        <a key={id} href={`#${id}`}>
          {text}
        </a>
      ))}
    </nav>
  );
}

/** The next page in reading order. */
export function NextPage({ current }: { current: HelpName }) {
  const next = HELP_NAMES[HELP_NAMES.indexOf(current) + 1];
  if (next === undefined) return null;
  return (
    <p className="mt-8 border-t border-line pt-4 text-ink-2">
      Next:{" "}
      <Link className={LINK} href={hrefTo("helpOf", { page: next })} prefetch={false}>
        {HELP[next].title}
      </Link>
    </p>
  );
}
