"use client";

import { useEffect, useState } from "react";

const PARTS = [
  ["levels", "Logger levels"],
  ["profilers", "Profilers"],
  ["vms", "VMs"],
  ["aliases", "Aliases"],
  ["node", "Node"],
  ["audit", "Audit log"],
  ["sessions", "Sessions"],
] as const;

/** The panel's sections; the one that is read is marked, and how many levels will go back is said. */
export function SideNav({ changes }: { changes: number }) {
  const [current, setCurrent] = useState<string>(PARTS[0][0]);
  useEffect(() => {
    // The section that crosses a line below the header.
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen !== undefined) setCurrent(seen.target.id);
      },
      { rootMargin: "-120px 0px -70% 0px" },
    );
    for (const [id] of PARTS) {
      const section = document.getElementById(id);
      if (section !== null) observer.observe(section);
    }
    return () => observer.disconnect();
  }, []);
  return (
    <nav className="side-nav" aria-label="Admin sections">
      {PARTS.map(([id, name]) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? "true" : undefined}>
          {name}
          {id === "levels" && changes > 0 && (
            <span className="st-warn" title="levels that are changed for now">
              {changes}
            </span>
          )}
        </a>
      ))}
    </nav>
  );
}
