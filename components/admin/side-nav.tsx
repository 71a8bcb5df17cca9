"use client";

import { useEffect, useState } from "react";
import { SIDE_NAV } from "@/components/ui/side-nav";

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
    <nav className={SIDE_NAV} aria-label="Admin sections">
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
