import type { CSSProperties } from "react";
import { classes } from "@/components/ui/classes";
import { densityOf, densityOfShare } from "./fullness";

const LOOK = classes(
  "absolute inset-y-0 w-2.5 border-b border-surface forced-color-adjust-none in-[ol]:left-5 in-[td]:left-3 max-m:in-[td]:left-4",
  "bg-[color-mix(in_oklab,var(--core,var(--ice))_calc(var(--fill,.3)*100%),var(--core-0))]",
  "in-[li:first-child]:rounded-t-[5px] in-[li:last-child]:border-b-0 in-[tr:first-child]:rounded-t-[5px] in-[tr:last-child]:rounded-b-[5px]",
);

/** One layer of the core, for one block's row: by its size, or by its share of gas used, 0 to 1. */
export function Stratum(fill: { sizeBytes: number } | { share: number }) {
  const density = "share" in fill ? densityOfShare(fill.share) : densityOf(fill.sizeBytes);
  return <span className={LOOK} style={{ "--fill": density.toFixed(2) } as CSSProperties} />;
}
