/** Look of a short list of labels and figures. An `<i>` before a label has the colour of a bar's segment. */
export const FIGURE_LIST =
  "grid grid-cols-[1fr_auto] gap-x-3 gap-y-1 text-meta text-ink-2 [&_dd]:text-right [&_dt]:flex [&_dt]:items-center [&_dt]:gap-2 [&_i]:size-2 [&_i]:flex-none [&_i]:rounded-[2px] [&_i]:forced-color-adjust-none";
