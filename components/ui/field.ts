import { classes } from "./classes";

const SIZE_LOOKS = {
  usual: "h-8 max-m:h-10",
  /** In a sheet. */
  sheet: "h-9 w-full",
  /** On the sign-in page. */
  tall: "h-10",
} as const;

interface FieldLook {
  size?: keyof typeof SIZE_LOOKS;
  /** More class names. */
  more?: string;
}

/** Look of a field: the box around an input, or a select itself. */
export function field({ size = "usual", more }: FieldLook = {}): string | undefined {
  return classes(
    "inline-flex items-center gap-2 rounded-2 border bg-surface px-2.5 text-id text-ink",
    "border-control has-aria-invalid:border-bad focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus",
    "[&_input]:min-w-0 [&_input]:flex-1 [&_input]:border-0 [&_input]:bg-transparent [&_input]:p-0 [&_input]:outline-0",
    "[&_input]:placeholder:text-ink-3 [&_input]:placeholder:opacity-100",
    SIZE_LOOKS[size],
    more,
  );
}
