import { classes } from "./classes";

const TONE_LOOKS = { ok: "text-ok", bad: "text-bad", warn: "text-warn", dim: "text-ink-3" } as const;

export type Tone = keyof typeof TONE_LOOKS;

/** Look of a short state with its icon: good, bad, a warning, or neutral. */
export function tone(of: Tone, more?: string): string | undefined {
  return classes(
    "inline-flex items-center gap-1.5 whitespace-nowrap [&_svg]:size-3.5 [&_svg]:stroke-[1.75]",
    TONE_LOOKS[of],
    more,
  );
}
