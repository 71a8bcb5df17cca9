import { classes } from "./classes";

/** Look of links beside a page's content, the current one set apart. Narrow screens scroll them sideways above it. */
export const SIDE_NAV = classes(
  "sticky top-19 grid gap-0.5 text-cell max-l:static max-l:-mx-gutter max-l:flex max-l:overflow-x-auto max-l:px-gutter max-l:scrollbar-none",
  "*:flex *:justify-between *:rounded-2 *:px-3 *:py-[7px] *:text-ink-2 *:hover:bg-hover *:hover:no-underline max-l:*:gap-1.5 max-l:*:whitespace-nowrap",
  "*:chosen:bg-surface *:chosen:font-strong *:chosen:text-ink *:chosen:shadow-hairline",
  "forced-colors:*:chosen:bg-[Highlight] forced-colors:*:chosen:text-[HighlightText] forced-colors:*:chosen:forced-color-adjust-none forced-colors:*:chosen:[&_span]:text-[HighlightText]",
);

/** Look of such links and the content beside them. */
export const BESIDE_NAV =
  "grid grid-cols-[200px_minmax(0,1fr)] items-start gap-8 max-l:grid-cols-1 max-l:gap-4";
