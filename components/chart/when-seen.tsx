"use client";

import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Boundary } from "@/components/state/boundary";

interface WhenSeenProps {
  /** In place of children whose file cannot be loaded, as after an update of Firn. */
  instead: ReactNode;
  children: ReactNode;
}

/** Mounts its children when they come near the window. The box around them has its height before. */
export function WhenSeen({ instead, children }: WhenSeenProps) {
  const anchor = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    if (anchor.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) setSeen(true);
      },
      { rootMargin: "200px" },
    );
    observer.observe(anchor.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={anchor} className="h-full" data-when-seen>
      {seen && (
        <Boundary instead={instead}>
          <Suspense>{children}</Suspense>
        </Boundary>
      )}
    </div>
  );
}
