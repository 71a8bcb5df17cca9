"use client";

import { usePathname } from "next/navigation";
import { Omnibox } from "@/components/search/omnibox";
import { hrefTo } from "@/lib/contract/pages";

/** The field in the header, but for the two pages that have a large one. */
export function HeaderOmnibox() {
  const pathname = usePathname();
  return pathname === hrefTo("home") || pathname === hrefTo("search") ? (
    <span className="min-w-0 flex-1" />
  ) : (
    <Omnibox key={pathname} />
  );
}
