/** Look of panels below each other. */
export const STACK = "grid min-w-0 gap-6 *:min-w-0 max-m:gap-4";

/** Look of what the page is about beside a rail; without anything in the rail it has the whole width. */
export const COLUMNS =
  "grid grid-cols-[minmax(0,1fr)_336px] items-start gap-6 *:min-w-0 has-[>div:empty]:grid-cols-1 max-l:grid-cols-1 max-m:gap-4 [&>div:empty]:hidden";

/** Look of two panels side by side. */
export const PAIR = "grid grid-cols-2 gap-6 *:min-w-0 max-l:grid-cols-1 max-m:gap-4";

/** Look of the row of filters above a list; on a phone it is pushed sideways. */
export const FILTERS =
  "mb-4 flex flex-wrap items-center gap-2 max-m:-mx-gutter max-m:flex-nowrap max-m:overflow-x-auto max-m:px-gutter max-m:pb-0.5 max-m:scrollbar-none max-m:*:flex-none";

/** Look of the end of a list: what leads on. */
export const LIST_END =
  "flex items-center justify-center gap-4 border-t border-line px-5 py-4 text-id text-ink-3 [:is(header,[data-gallery])+&]:border-t-0";

/** Look of bytes and code as they are. */
export const RAW_TEXT =
  "max-h-148 overflow-auto px-5 py-4 font-mono text-meta whitespace-pre-wrap wrap-anywhere";

/** Look of what names the colours of bars. */
export const LEGEND =
  "flex flex-wrap gap-x-4 gap-y-1.5 text-meta text-ink-2 *:inline-flex *:items-center *:gap-[7px] [&_i]:size-2.5 [&_i]:rounded-[2px] [&_i]:forced-color-adjust-none";

/** Look of a row of a list on a panel. */
export const LIST_ROWS = "[&>li+li]:border-t [&>li+li]:border-line";

/** Look of a panel with a narrower one beside it, both as high. */
export const MAIN_AND_SIDE =
  "grid grid-cols-[minmax(0,1.72fr)_minmax(0,1fr)] items-start gap-6 max-l:grid-cols-1 max-m:gap-4 [&>section]:h-full";
