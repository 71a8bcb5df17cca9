"use client";

import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { button } from "@/components/ui/button";

/** Least distance to scroll by for one point, px: browsers round a position to whole ones. */
const LEAST_STEP_PX = 4;

interface ChartStripProps {
  /** Points there are so far. */
  count: number;
  /** Points drawn at once. */
  span: number;
  /** Points newer than the drawn ones. */
  skipped: number;
  onSkip: (skipped: number) => void;
  /** Absent at the oldest point. */
  loadMore: (() => void) | undefined;
  /** Which end of what is drawn has its values shown. */
  endShown: () => "oldest" | "newest" | undefined;
  /** What the drawing says of itself: how far it reaches. */
  status: ReactNode;
  /** The drawing of `span` points. */
  children: ReactNode;
}

/**
 * A window over the points of a chart, newest at the right. Scrolling, dragging and keys move it to older points; near the
 * oldest it asks for more. Only what is in the window is drawn.
 */
export function ChartStrip(props: ChartStripProps) {
  const { count, span, skipped, onSkip, loadMore, endShown, status, children } = props;
  const box = useRef<HTMLDivElement>(null);
  // Room to scroll into, where older points will be.
  const room = loadMore === undefined ? 0 : Math.ceil(span / 4);
  const hidden = Math.max(0, count + room - span);
  const oldest = Math.max(0, count - span);
  const isNear = skipped > 0 && skipped + span / 2 >= oldest;
  useEffect(() => {
    if (isNear) loadMore?.();
  }, [isNear, loadMore]);
  // Right to left, so that points that are added at the left move nothing.
  const stepOf = ({ scrollWidth, clientWidth }: HTMLElement) => (scrollWidth - clientWidth) / hidden;
  /** Points scrolled past. A move counts at once, its scroll event comes later. */
  const at = useRef(0);
  /** What the last scroll event said, and `onSkip` was told. */
  const heard = useRef(0);
  const moveTo = (wanted: number) => {
    if (box.current === null || hidden === 0) return;
    at.current = Math.min(hidden, Math.max(0, wanted));
    box.current.scrollLeft = -at.current * stepOf(box.current);
  };
  const latestMoveTo = useRef(moveTo);
  useLayoutEffect(() => {
    latestMoveTo.current = moveTo;
  });
  // In the commit itself: run later, it would see what has been heard since and scroll back to a place already left.
  useLayoutEffect(() => {
    if (skipped !== heard.current) latestMoveTo.current(skipped);
  }, [skipped]);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(() => latestMoveTo.current(at.current));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    const targets: Readonly<Record<string, number | undefined>> = {
      ArrowLeft: endShown() === "oldest" ? skipped + 1 : skipped,
      ArrowRight: endShown() === "newest" ? skipped - 1 : skipped,
      PageUp: skipped + span,
      PageDown: skipped - span,
      Home: hidden,
      End: 0,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    if (target !== skipped) moveTo(target);
  };
  return (
    <>
      <div
        ref={box}
        className="@container min-h-0 flex-1 cursor-grab overflow-x-auto overflow-y-hidden select-none [scrollbar-width:thin] active:cursor-grabbing"
        dir="rtl"
        data-strip
        onScroll={({ currentTarget }) => {
          if (hidden === 0) return;
          at.current = Math.round(-currentTarget.scrollLeft / stepOf(currentTarget));
          heard.current = at.current;
          onSkip(at.current);
        }}
        onKeyDownCapture={onKeyDown}
        onPointerMove={({ currentTarget, pointerType, buttons, movementX }: PointerEvent<HTMLElement>) => {
          if (pointerType === "mouse" && buttons === 1) currentTarget.scrollLeft -= movementX;
        }}
      >
        <div
          className="h-full"
          style={{ width: `calc(100% + ${hidden} * max(${100 / span}%, ${LEAST_STEP_PX}px))` }}
        >
          <div className="sticky right-0 h-full w-[100cqw]" dir="ltr">
            {children}
          </div>
        </div>
      </div>
      {hidden > 0 && (
        <div className="flex flex-wrap items-center justify-center gap-3 pt-2 text-id text-ink-3">
          <button
            type="button"
            className={button({ size: "small" })}
            disabled={loadMore === undefined && skipped >= oldest}
            onClick={() => moveTo(skipped + span)}
          >
            Older
          </button>
          <span role="status">{status}</span>
          <button
            type="button"
            className={button({ size: "small" })}
            disabled={skipped === 0}
            onClick={() => moveTo(skipped - span)}
          >
            Newer
          </button>
        </div>
      )}
    </>
  );
}
