"use client";

import { useEffect, useState } from "react";
import { SECTION_NAV } from "@/components/ui/section-nav";
import { groupDigits } from "@/lib/words/format";

export interface Section {
  /** Anchor on this page. */
  id: string;
  title: string;
  count?: number;
}

/** Links to a page's sections. The one being read is marked; without script none is. */
export function SectionNav({ sections }: { sections: Section[] }) {
  const [current, setCurrent] = useState(sections[0]?.id);
  useEffect(() => {
    const watcher = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen !== undefined) setCurrent(seen.target.id);
      },
      { rootMargin: "-80px 0px -70% 0px" },
    );
    for (const { id } of sections) {
      const section = document.getElementById(id);
      if (section !== null) watcher.observe(section);
    }
    return () => watcher.disconnect();
  }, [sections]);
  return (
    <nav className={SECTION_NAV} aria-label="Sections">
      {sections.map(({ id, title, count }) => (
        <a key={id} href={`#${id}`} aria-current={id === current ? "true" : undefined}>
          {title}
          {count !== undefined && <span>{groupDigits(count)}</span>}
        </a>
      ))}
    </nav>
  );
}
