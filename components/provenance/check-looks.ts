import { classes } from "@/components/ui/classes";
import { LIST_ROWS } from "@/components/ui/layout";

/** Look of a list of checks: a mark, what was checked, and the result. */
export const CHECK_LIST = classes(
  LIST_ROWS,
  "*:grid *:grid-cols-[20px_minmax(0,1fr)] *:gap-2.5 *:px-5 *:py-3 max-m:*:px-4 [&_svg]:mt-0.5",
  "[&_b]:block [&_b]:font-strong [&_p]:min-h-9 [&_p]:text-hint [&_p]:wrap-anywhere [&_p]:text-ink-2 [&_p_.font-mono]:text-fine",
  "[&>li>span]:items-start [&>li>span]:pt-px",
);

/** Look of a calculation, step by step. */
export const STEPS = classes(
  "grid gap-3 border-line px-5 py-4 text-meta not-last:border-b",
  "[&_code]:font-mono [&_code]:text-fine [&_code]:leading-4.5 [&_code]:wrap-anywhere [&_code]:text-ink-2",
);

/** Look of a step's name. */
export const STEP_NAME = "block text-ink-3";

const GROUNDS = {
  ok: "bg-ok-tint text-ok",
  bad: "bg-bad-tint text-bad",
  dim: "bg-sunken text-ink-3",
} as const;

/** Look of a calculation's result. */
export function verdict(tone: keyof typeof GROUNDS): string | undefined {
  return classes(
    "inline-flex items-center gap-1.5 rounded-2 px-2.5 py-2 text-cell font-strong [&_svg]:size-3.5 [&_svg]:stroke-[1.75]",
    GROUNDS[tone],
  );
}
