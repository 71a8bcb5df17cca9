/** Look of an icon button in the header; 44 px where it is touched. */
export const ICON_BUTTON =
  "grid size-8 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink max-l:size-11";
