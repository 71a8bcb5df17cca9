"use client";

import { useEffect, useState } from "react";
import { classes } from "@/components/ui/classes";

const SECTIONS = [
  ["levels", "Logger levels"],
  ["profilers", "Profilers"],
  ["vms", "VMs"],
  ["aliases", "Aliases"],
  ["alerts", "Alerts"],
  ["webhooks", "Webhooks"],
  ["abis", "ABIs"],
  ["node", "Node"],
  ["audit", "Audit log"],
  ["sessions", "Sessions"],
] as const;

const NAV = classes(
  "sticky top-19 grid gap-0.5 text-cell max-l:static max-l:-mx-gutter max-l:flex max-l:overflow-x-auto max-l:px-gutter max-l:scrollbar-none",
  "*:flex *:justify-between *:rounded-2 *:px-3 *:py-[7px] *:text-ink-2 *:hover:bg-hover *:hover:no-underline max-l:*:gap-1.5 max-l:*:whitespace-nowrap",
  "*:chosen:bg-surface *:chosen:font-strong *:chosen:text-ink *:chosen:shadow-hairline",
  "forced-colors:*:chosen:bg-[Highlight] forced-colors:*:chosen:text-[HighlightText] forced-colors:*:chosen:forced-color-adjust-none forced-colors:*:chosen:[&_span]:text-[HighlightText]",
);

/** Sections of the panel, with the current one marked and the number of levels that will go back. */
export function SideNav({ changes }: { changes: number }) {
  const [current, setCurrent] = useState<string>(SECTIONS[0][0]);
  useEffect(() => {
    // The section that crosses a line below the header.
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen !== undefined) setCurrent(seen.target.id);
      },
      { rootMargin: "-120px 0px -70% 0px" },
    );
    for (const [id] of SECTIONS) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return (
    <nav className={NAV} aria-label="Admin sections">
      {SECTIONS.map(([id, name]) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? "true" : undefined}>
          {name}
          {id === "levels" && changes > 0 && (
            <span className="text-warn" title="levels changed for now">
              {changes}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}
