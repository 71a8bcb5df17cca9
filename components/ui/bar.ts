import { classes } from "./classes";

/** Look of a bar; each `<i>` in it is a segment. Segments keep their colours in forced-colour mode. */
export const BAR = classes(
  "flex overflow-hidden bg-sunken shadow-hairline forced-colors:border forced-colors:border-[CanvasText]",
  "[&>i]:block [&>i]:h-full [&>i]:forced-color-adjust-none [&>i+i]:border-l [&>i+i]:border-surface",
);

/** A bar within a line of text or a cell. */
export const THIN_BAR = "h-1.5 rounded-[3px]";

/** Hatching: something is missing. */
export const HATCH = "bg-[repeating-linear-gradient(135deg,currentColor_0_1.5px,transparent_1.5px_5px)]";
