"use client";

import { formatAge, formatAgo, formatTime } from "@/lib/words/format";
import { useTimeText } from "./clock";

interface TimeAgoProps {
  /** Unix milliseconds. */
  at: number;
  /** `36 s ago` in running text. Lists with an Age column show `36 s`. */
  ago?: boolean;
  /** Focusable, so that the absolute time can be seen without a mouse. For heads of pages, not for rows. */
  focusable?: boolean;
}

/** Age of an instant. The absolute time, UTC to the millisecond, shows on hover and focus. */
export function TimeAgo({ at, ago = false, focusable = false }: TimeAgoProps) {
  const text = useTimeText((now) => (ago ? formatAgo(now - at) : formatAge(now - at)));
  const absolute = formatTime(at, true);
  return (
    <time
      dateTime={new Date(at).toISOString()}
      title={absolute}
      data-absolute={focusable ? absolute : undefined}
      tabIndex={focusable ? 0 : undefined}
    >
      {text}
    </time>
  );
}
