/** Box of a chart. It has its height before the data arrives. Without script a table replaces it. */
export const CHART_BOX = "h-62 min-h-62 flex-1 pt-3 pr-4 pb-2 pl-2 tabular-nums noscript:hidden";

/** Box on a page that is about the chart. */
export const TALL_CHART_BOX =
  "flex h-80 min-h-62 flex-1 flex-col pt-3 pr-4 pb-2 pl-2 tabular-nums max-m:h-62 noscript:hidden";

/** Tooltip of a bar or dot. */
export const CHART_TIP =
  "rounded-2 border border-line-2 bg-raised px-2.5 py-1.5 text-hint text-ink-2 shadow-2";

/** Ends the description of a chart. */
export const CHART_KEYS = "Arrow keys walk the points.";
