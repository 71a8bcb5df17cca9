"use client";

import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";

/** What a reader does first. */
const MOVES = ["pointermove", "pointerdown", "keydown", "focusin", "scroll"] as const;

/**
 * A list that can go on, as the server drew its first page (its children), until the reader moves: only then its script is
 * loaded, and draws the same page. A page that is scrolled already, or whose address names a place, loads it at once. For
 * lists whose rows are final: nothing is missed before. Without script, the link at its foot leads on.
 */
export function atFirstMove<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props & { children: ReactNode }> {
  return ({ children, ...props }) => (
    <AtFirstMove load={load} props={props as Props}>
      {children}
    </AtFirstMove>
  );
}

interface AtFirstMoveProps<Props extends object> {
  load: () => Promise<ComponentType<Props>>;
  props: Props;
  children: ReactNode;
}

function AtFirstMove<Props extends object>({ load, props, children }: AtFirstMoveProps<Props>) {
  const [List, setList] = useState<ComponentType<Props>>();
  const box = useRef<HTMLDivElement>(null);
  const restore = useRef<() => void>(undefined);
  useEffect(() => {
    const moved = new AbortController();
    const start = async () => {
      moved.abort();
      const loaded = await load().catch(() => undefined);
      if (box.current === null || loaded === undefined) return;
      restore.current = noteHandling(box.current);
      setList(() => loaded);
    };
    const hasMoved = window.location.hash !== "" || window.scrollY > 0;
    if (hasMoved) void start();
    else
      for (const move of MOVES) window.addEventListener(move, start, { passive: true, signal: moved.signal });
    return () => moved.abort();
  }, [load]);
  useLayoutEffect(() => {
    if (List !== undefined) restore.current?.();
  }, [List]);
  return (
    <div className="contents" ref={box}>
      {List === undefined ? children : <List {...props} />}
    </div>
  );
}

/** @returns what gives the same page, drawn again, its focus and its open parts back */
function noteHandling(box: HTMLElement): () => void {
  const holdersOfFocus = () => [...box.querySelectorAll<HTMLElement>("a, button, summary, [tabindex]")];
  const focused = holdersOfFocus().indexOf(document.activeElement as HTMLElement);
  const parts = () => [...box.querySelectorAll("details")];
  const areOpen = parts().map(({ open }) => open);
  return () => {
    holdersOfFocus()[focused]?.focus({ preventScroll: true });
    for (const [at, part] of parts().entries()) part.open = areOpen[at] ?? false;
  };
}
