import type { ReactNode } from "react";
import { classes } from "./classes";

const LOOK =
  "inline-flex h-5 items-center rounded-1 border border-line bg-surface px-1.5 whitespace-nowrap text-ink-2";

/** A small outlined label: a transaction type, `Staked`, `Change`. `mono` is for code and method names. */
export function Tag({ mono = false, children }: { mono?: boolean; children: ReactNode }) {
  return (
    <span className={classes(LOOK, mono ? "font-mono text-fine leading-none tracking-tight" : "text-fine")}>
      {children}
    </span>
  );
}
