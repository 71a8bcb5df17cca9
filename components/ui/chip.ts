import { classes } from "./classes";

const KIND_LOOKS = {
  /** An active filter, which can be removed. */
  on: "border-solid border-[light-dark(#4988ac73,#71add073)] bg-ice-tint pr-2 pl-2.5 text-ink",
  /** A filter that can be added. */
  add: "border-dashed border-line-2 bg-surface px-2.5 text-ink-2",
} as const;

/** Look of one filter in a row of filters. */
export function chip(kind: keyof typeof KIND_LOOKS): string | undefined {
  return classes(
    "inline-flex h-7 items-center gap-1.5 rounded-2 border text-meta max-m:h-9 [&_svg]:size-3 [&_svg]:text-ink-3",
    KIND_LOOKS[kind],
  );
}
