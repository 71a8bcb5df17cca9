/** Look of a small form over the page. */
export const SHEET =
  "inset-0 m-auto w-[min(440px,100vw-32px)] rounded-3 border border-line-2 bg-raised p-5 text-left whitespace-normal text-ink shadow-2 backdrop:bg-bg/60 [&_form]:grid [&_form]:gap-3 [&_label]:grid [&_label]:gap-1.5 [&_label]:text-id";

/** Look of its buttons. */
export const SHEET_ACTIONS = "flex min-w-0 items-center justify-end gap-2";
