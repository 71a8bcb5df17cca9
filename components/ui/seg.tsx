import type { ReactNode } from "react";
import { classes } from "./classes";

/** Look of a row of alternatives. */
export const SEGMENTS = classes(
  "inline-flex max-w-full overflow-x-auto rounded-2 border border-line-2 bg-surface p-px scrollbar-none",
  "*:inline-flex *:h-7 *:flex-none *:items-center *:gap-1.5 *:rounded-1 *:px-2.5 *:text-meta *:whitespace-nowrap *:text-ink-2",
  "*:hover:text-ink *:hover:no-underline *:chosen:bg-sunken *:chosen:font-strong *:chosen:text-ink *:chosen:shadow-edge",
  "max-m:*:h-[34px] forced-colors:*:chosen:bg-[Highlight] forced-colors:*:chosen:text-[HighlightText] forced-colors:*:chosen:forced-color-adjust-none",
);

/** A row of alternatives. Children are links (`aria-current` marks the chosen one) or buttons (`aria-pressed`). */
export function Seg({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser
    <div className={SEGMENTS} role="group" aria-label={label}>
      {children}
    </div>
  );
}
