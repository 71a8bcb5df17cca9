import type { ReactNode } from "react";

/** A small outlined label: a transaction type, `Staked`, `Change`. `mono` is for code and method names. */
export function Tag({ mono = false, children }: { mono?: boolean; children: ReactNode }) {
  return <span className={mono ? "lab lab-mono" : "lab"}>{children}</span>;
}
