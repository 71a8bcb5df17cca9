import Link from "next/link";
import { NAVIGATION } from "./navigation";

/** Foot of every page. Repeats the main links: under 1040 px without script this is the way to them. */
export function Footer({ version, children }: { version: string; children?: React.ReactNode }) {
  return (
    <footer className="border-t border-line text-fine text-ink-3 [&_a]:text-ink-2">
      <div className="mx-auto flex max-w-page flex-wrap gap-6 px-gutter py-5 max-m:gap-x-5 max-m:gap-y-2">
        <span>Firn {version}, beside your node. No third-party requests.</span>
        {NAVIGATION.map(({ href, label }) => (
          <Link key={href} href={href} prefetch={false}>
            {label}
          </Link>
        ))}
        <a href="/openapi.json">API</a>
        {children}
      </div>
    </footer>
  );
}
