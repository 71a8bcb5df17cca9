"use client";

import { usePathname } from "next/navigation";
import { Omnibox } from "@/components/search/omnibox";

/** The field in the header, but for the two pages that have a large one. */
export function HeaderOmnibox() {
  const pathname = usePathname();
  return pathname === "/" || pathname === "/search" ? <span className="grow" /> : <Omnibox key={pathname} />;
}
