"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** How often a page that waits for something asks again. */
const EVERY_MS = 2_000;

/** Asks for this page again until what it waits for has happened: it is another page then. Quiet while it is not seen. */
export function FollowPage() {
  const router = useRouter();
  useEffect(() => {
    const asking = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, EVERY_MS);
    return () => clearInterval(asking);
  }, [router]);
  return null;
}
