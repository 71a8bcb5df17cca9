import Link from "next/link";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";
import { hrefTo } from "@/lib/contract/pages";
import { HeaderOmnibox } from "./header-omnibox";
import { ICON_BUTTON } from "./icon-button";
import { Mark } from "./mark";
import { Menu } from "./menu";
import { NavLinks } from "./nav-links";
import { ThemeSwitch } from "./theme-switch";

const NAV = classes(
  "flex h-full items-stretch gap-0.5 max-l:hidden *:relative *:flex *:items-center *:px-[9px] *:text-cell *:text-ink-2",
  "*:hover:text-ink *:hover:no-underline *:chosen:font-strong *:chosen:text-ink",
  "*:chosen:after:absolute *:chosen:after:inset-x-[9px] *:chosen:after:-bottom-px *:chosen:after:h-0.5 *:chosen:after:bg-accent",
  "forced-colors:*:chosen:after:bg-[Highlight] forced-colors:*:chosen:after:forced-color-adjust-none",
);

/** Sticky header of every page, with the explorer's name and the address of its logo; without one, the mark. Under 1040 px the links become a menu, the box a link to the search page. */
export function Header({ name, logo }: { name: string; logo: string | undefined }) {
  return (
    <header className="sticky top-0 z-20 border-b border-line bg-surface">
      <div className="mx-auto flex h-14 max-w-page items-center gap-6 px-gutter max-l:gap-1">
        <Link
          className="flex items-center gap-2.5 text-head font-bold tracking-figure text-ink hover:no-underline max-l:mr-auto max-l:min-h-11"
          href={hrefTo("home")}
          prefetch={false}
        >
          {/* biome-ignore lint/performance/noImgElement: the operator's own file, at its own size */}
          {logo === undefined ? <Mark /> : <img src={logo} alt="" style={{ height: 24 }} />}
          <span className="truncate" style={{ maxWidth: "16ch" }}>
            {name}
          </span>
        </Link>
        <nav className={NAV} aria-label="Main">
          <NavLinks />
        </nav>
        <HeaderOmnibox />
        <Link
          className={classes(ICON_BUTTON, "l:hidden")}
          href={hrefTo("search")}
          prefetch={false}
          aria-label="Search"
        >
          <Icon name="search" />
        </Link>
        <ThemeSwitch />
        <Menu />
      </div>
    </header>
  );
}
