"use client";

import { useRouter } from "next/navigation";
import { Icon } from "@/components/ui/icon";

/** Asks the server for this page again; without script the browser's own reload does. */
export function ReloadButton({ children }: { children: string }) {
  const router = useRouter();
  return (
    <button type="button" className="btn" onClick={() => router.refresh()}>
      <Icon name="refresh" />
      {children}
    </button>
  );
}
