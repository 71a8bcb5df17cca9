import { classes } from "./classes";

/** Symbols of public/icons.svg. A test keeps the two lists equal. */
export const ICONS = [
  "search",
  "copy",
  "ok",
  "bad",
  "pend",
  "ring",
  "dash",
  "dot",
  "check",
  "x",
  "right",
  "down",
  "up",
  "prev",
  "next",
  "sun",
  "moon",
  "system",
  "menu",
  "csv",
  "clock",
  "shield",
  "alert",
  "term",
  "refresh",
  "plus",
  "table",
  "chart",
  "key",
  "bundle",
  "cal",
  "plug",
  "lock",
  "unlock",
  "stop",
  "undo",
  "link",
  "eyeoff",
] as const;

export type IconName = (typeof ICONS)[number];

const LOOK = "flex-none fill-none stroke-current stroke-[1.5] [stroke-linecap:round] [stroke-linejoin:round]";

/** A 16 px line icon (`small`: 14 px) in the colour of the text. Decorative: the words are beside it. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={classes(small ? "size-3.5" : "size-4", LOOK)} aria-hidden="true">
      <use href={`/icons.svg#${name}`} />
    </svg>
  );
}
