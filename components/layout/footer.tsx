import Link from "next/link";
import { hrefTo } from "@/lib/contract/pages";
import { NAVIGATION } from "./navigation";

interface FooterProps {
  version: string;
  /** The operator's own. */
  links?: readonly { label: string; href: string }[] | undefined;
  children?: React.ReactNode;
}

/** Footer of every page. It repeats the main links: under 1040 px without script there is no other navigation. */
export function Footer({ version, links = [], children }: FooterProps) {
  return (
    <footer className="border-t border-line text-fine text-ink-3 [&_a]:text-ink-2">
      <div className="mx-auto flex max-w-page flex-wrap gap-6 px-gutter py-5 max-m:gap-x-5 max-m:gap-y-2">
        <span>Firn {version}, next to your node. No third-party requests.</span>
        {NAVIGATION.map(({ href, label }) => (
          <Link key={href} href={href} prefetch={false}>
            {label}
          </Link>
        ))}
        <Link href={hrefTo("watched")} prefetch={false}>
          Watched addresses
        </Link>
        <Link href={hrefTo("docs")} prefetch={false}>
          API
        </Link>
        <Link href={hrefTo("help")} prefetch={false}>
          Help
        </Link>
        {links.map(({ label, href }) => (
          <a key={href} href={href}>
            {label}
          </a>
        ))}
        {children}
      </div>
    </footer>
  );
}
