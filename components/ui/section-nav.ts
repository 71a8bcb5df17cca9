import { classes } from "./classes";

/** Look of links to a page's sections, the current one underlined. */
export const SECTION_NAV = classes(
  "mb-6 flex gap-6 overflow-x-auto border-b border-line scrollbar-none max-m:-mx-gutter max-m:px-gutter",
  "*:relative *:inline-flex *:gap-1.5 *:pb-2.5 *:text-cell *:whitespace-nowrap *:text-ink-2",
  "*:hover:text-ink *:hover:no-underline *:chosen:font-strong *:chosen:text-ink",
  "*:chosen:after:absolute *:chosen:after:inset-x-0 *:chosen:after:bottom-0 *:chosen:after:h-0.5 *:chosen:after:bg-ink",
  "forced-colors:*:chosen:after:bg-[Highlight] forced-colors:*:chosen:after:forced-color-adjust-none",
  "[&_span]:font-normal [&_span]:text-ink-3",
);
