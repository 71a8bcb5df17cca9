"use client";

import { type ReactNode, Suspense, useEffect, useRef, useState } from "react";

/** Mounts its children when they come near the window. The box around them has its height before. */
export function WhenSeen({ children }: { children: ReactNode }) {
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
    <div ref={anchor} className="h-full">
      {seen && <Suspense>{children}</Suspense>}
    </div>
  );
}
