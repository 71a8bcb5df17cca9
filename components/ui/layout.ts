/** Look of panels below each other. */
export const STACK = "grid min-w-0 gap-6 *:min-w-0 max-m:gap-4";

/** Look of main content beside a rail. With an empty rail the content takes the full width. */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_336px] items-start gap-6 *:min-w-0 has-[>div:empty]:grid-cols-1 max-l:grid-cols-1 max-m:gap-4 [&>div:empty]:hidden";

/** Look of two panels side by side. */
export const PAIR = "grid grid-cols-2 gap-6 *:min-w-0 max-l:grid-cols-1 max-m:gap-4";

/** Look of the filters above a list. A phone scrolls them sideways. */
export const FILTERS =
  "mb-4 flex flex-wrap items-center gap-2 max-m:-mx-gutter max-m:flex-nowrap max-m:overflow-x-auto max-m:px-gutter max-m:pb-0.5 max-m:scrollbar-none max-m:*:flex-none";

/** Look of a list's foot, with the links to more. */
export const LIST_END =
  "flex items-center justify-center gap-4 border-t border-line px-5 py-4 text-id text-ink-3 [:is(header,[data-gallery])+&]:border-t-0";

/** Look of a legend of bar colours. */
export const LEGEND =
  "flex flex-wrap gap-x-4 gap-y-1.5 text-meta text-ink-2 *:inline-flex *:items-center *:gap-[7px] [&_i]:size-2.5 [&_i]:rounded-[2px] [&_i]:forced-color-adjust-none";

/** Look of a list's rows on a panel. */
export const LIST_ROWS = "[&>li+li]:border-t [&>li+li]:border-line";

/** Look of a panel beside a narrower one. */
export const MAIN_AND_SIDE =
  "grid grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] items-start gap-6 max-l:grid-cols-1 max-m:gap-4";
