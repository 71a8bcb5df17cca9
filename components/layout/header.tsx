import Link from "next/link";
import { Icon } from "@/components/ui/icon";
import { hrefTo } from "@/lib/contract/pages";
import { HeaderOmnibox } from "./header-omnibox";
import { Mark } from "./mark";
import { Menu } from "./menu";
import { NavLinks } from "./nav-links";
import { ThemeSwitch } from "./theme-switch";

/** Sticky head of every page; under 1040 px links and field become a menu and a link to the search page. */
export function Header() {
  return (
    <header className="top">
      <div className="top-in">
        <Link className="brand" href={hrefTo("home")} prefetch={false}>
          <Mark />
          Firn
        </Link>
        <nav className="nav" aria-label="Main">
          <NavLinks />
        </nav>
        <HeaderOmnibox />
        <Link className="iconbtn searchbtn" href={hrefTo("search")} prefetch={false} aria-label="Search">
          <Icon name="search" />
        </Link>
        <ThemeSwitch />
        <Menu />
      </div>
    </header>
  );
}
