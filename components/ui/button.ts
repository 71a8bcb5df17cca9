import { classes } from "./classes";

const SIZE_LOOKS = {
  usual: "h-8 px-3 text-id max-m:h-10",
  small: "h-7 px-2.5 text-meta max-m:h-9",
  /** Square, for an icon alone. */
  icon: "h-7 w-7 text-meta max-m:h-9 max-m:w-9",
  /** On the sign-in page. */
  tall: "h-10 px-3 text-id",
  /** Within a line of text. */
  line: "h-6 px-1.5 text-meta",
} as const;

const KIND_LOOKS = {
  usual: "border-line-2 bg-surface text-ink hover:bg-hover",
  quiet: "border-transparent text-ink-2 hover:bg-hover",
  main: "border-ink bg-ink text-bg hover:bg-[color-mix(in_srgb,var(--ink)_86%,var(--bg))]",
  danger: "border-bad/45 bg-surface text-bad hover:bg-hover",
} as const;

interface ButtonLook {
  size?: keyof typeof SIZE_LOOKS;
  kind?: keyof typeof KIND_LOOKS;
  /** More class names. */
  more?: string;
}

/** Look of something to press: a button, a link or a summary. */
export function button({ size = "usual", kind = "usual", more }: ButtonLook = {}): string | undefined {
  return classes(
    "inline-flex items-center justify-center gap-2 rounded-2 border font-medium whitespace-nowrap",
    "hover:no-underline [&_svg]:size-3.5",
    SIZE_LOOKS[size],
    KIND_LOOKS[kind],
    more,
  );
}
