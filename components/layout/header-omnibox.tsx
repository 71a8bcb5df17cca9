"use client";

import { usePathname } from "next/navigation";
import { Omnibox } from "@/components/search/omnibox";
import { hrefTo } from "@/lib/contract/pages";

/** The search box in the header. Two pages have a large one instead. */
export function HeaderOmnibox() {
  const pathname = usePathname();
  return pathname === hrefTo("home") || pathname === hrefTo("search") ? (
    <span className="min-w-0 flex-1" />
  ) : (
    <Omnibox key={pathname} />
  );
}
