"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { PAGES } from "./pages";

/** The main links; the page one is on, or whose entity one looks at, is marked. */
export function NavLinks() {
  const pathname = usePathname();
  return PAGES.map(({ href, label, within }) => (
    <Link
      key={href}
      href={href}
      prefetch={false}
      aria-current={within.some((start) => pathname.startsWith(start)) ? "page" : undefined}
    >
      {label}
    </Link>
  ));
}
