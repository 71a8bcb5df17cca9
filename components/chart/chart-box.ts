/** Look of what a chart is drawn in; its height is there before the data. Without script there is a table instead. */
export const CHART_BOX = "h-62 min-h-62 flex-1 pt-3 pr-4 pb-2 pl-2 tabular-nums noscript:hidden";

/** The same on a page that is about the chart. */
export const TALL_CHART_BOX =
  "h-80 min-h-62 flex-1 pt-3 pr-4 pb-2 pl-2 tabular-nums max-m:h-62 noscript:hidden";

/** Look of what is said about the bar or dot that is pointed at. */
export const CHART_TIP =
  "rounded-2 border border-line-2 bg-raised px-2.5 py-1.5 text-hint text-ink-2 shadow-2";
