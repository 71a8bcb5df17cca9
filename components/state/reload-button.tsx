"use client";

import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

/** Reloads the page as the browser does. A router refresh would not load a page that was missing. */
export function ReloadButton({ children }: { children: string }) {
  return (
    <button type="button" className={button()} onClick={() => window.location.reload()}>
      <Icon name="refresh" />
      {children}
    </button>
  );
}
