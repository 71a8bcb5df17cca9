/** Look of a button of the header that is an icon; 44 px where fingers press it. */
export const ICON_BUTTON =
  "grid size-8 place-items-center rounded-2 text-ink-2 hover:bg-hover hover:text-ink max-l:size-11";
