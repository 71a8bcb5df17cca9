import type { ReactNode } from "react";
import { classes } from "./classes";

/** A box that scrolls: reachable by keyboard, with a name. */
export function ScrollBox({
  name,
  className,
  children,
}: {
  name: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset belongs to forms
    <div
      className={classes("overflow-auto focus-visible:-outline-offset-2", className)}
      role="group"
      aria-label={name}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll it
      tabIndex={0}
    >
      {children}
    </div>
  );
}
