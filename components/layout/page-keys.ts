import type { PageCommand } from "./key-commands";

const ROW_LINK = "main tbody tr td a, main tbody tr th a, main [data-core] li a";

/** Runs commands that act on the current page. */
export function runOnPage(command: Exclude<PageCommand, { kind: "search" }>): void {
  if (command.kind === "row") {
    focusRow(command.step);
  } else if (command.kind === "copy") {
    const row = document.activeElement?.closest("tr, li, main") ?? document.querySelector("main");
    row?.querySelector<HTMLButtonElement>("[data-copy]")?.click();
  } else {
    document.querySelector<HTMLAnchorElement>(`main a[rel="${command.rel}"]`)?.click();
  }
}

/** The current row is the one whose link has focus, so that Enter opens it and screen readers read it. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr, main [data-core] li")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[next]?.querySelector<HTMLAnchorElement>(ROW_LINK)?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
}
