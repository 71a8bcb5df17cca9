"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Asks the server again. What the page shows stays, and what could not be loaded takes its place when it comes. */
export function RetryButton({ children }: { children: string }) {
  const router = useRouter();
  const [isBusy, start] = useTransition();
  return (
    <button
      type="button"
      className={button({ more: "aria-busy:opacity-60" })}
      aria-busy={isBusy}
      onClick={() => start(() => router.refresh())}
    >
      <Icon name="refresh" />
      {children}
    </button>
  );
}
