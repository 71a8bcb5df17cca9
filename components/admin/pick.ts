import { classes } from "@/components/ui/classes";

/** Look of a select for a few words of the node; `temporary` marks what will go back. */
export function pick({ temporary = false, inSheet = false } = {}): string | undefined {
  return classes(
    "rounded-2 border px-1.5 font-mono text-fine leading-none font-medium",
    inSheet ? "h-9 w-full" : "h-7 max-m:h-9",
    temporary ? "border-warn bg-warn-tint text-warn" : "border-control bg-surface text-ink",
  );
}
