"use client";

import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/**
 * Asks for this page again as the browser's own reload does: a page that was not there is not asked for by a refresh of
 * what is.
 */
export function ReloadButton({ children }: { children: string }) {
  return (
    <button type="button" className={button()} onClick={() => window.location.reload()}>
      <Icon name="refresh" />
      {children}
    </button>
  );
}
