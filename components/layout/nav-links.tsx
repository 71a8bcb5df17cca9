"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import type { AdminState } from "@/components/admin/node/watch";
import { knownSession, stateOf } from "@/components/admin/sign-in/known-session";
import { askJson } from "@/components/state/ask";
import { ADMIN, hrefFrom, isWithin, NAVIGATION } from "./navigation";

const POLL_MS = 5000;

/** The main links. The entry of the current page or entity is marked. */
export function NavLinks() {
  const pathname = usePathname();
  const isAdminShown = useIsAdminShown(pathname);
  return [...NAVIGATION, ...(isAdminShown ? [ADMIN] : [])].map((entry) => (
    <Link
      key={entry.href}
      href={hrefFrom(entry, pathname)}
      prefetch={false}
      aria-current={isWithin(entry, pathname) ? "page" : undefined}
    >
      {entry.label}
    </Link>
  ));
}

/** Shown on the console's own pages. Elsewhere a signed-in operator sees it while the node's admin API answers. */
function useIsAdminShown(pathname: string): boolean {
  const isThere = isWithin(ADMIN, pathname);
  const [session, setSession] = useState<string>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: signing in and out changes the page
  useEffect(() => setSession(knownSession()), [pathname]);
  const { data } = useQuery({
    queryKey: ["admin", session],
    queryFn: ({ signal }) => askJson<AdminState>(stateOf(session), signal),
    enabled: session !== undefined && !isThere,
    refetchInterval: POLL_MS,
    retry: false,
  });
  return isThere || (session !== undefined && data?.isOpen === true && data.isOn);
}
