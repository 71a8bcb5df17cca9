import type { ReactNode } from "react";
import { Icon } from "./icon";

/** A line above a list, a figure or a chart that says which part of the whole it shows. */
export function Note({ children }: { children: ReactNode }) {
  return (
    <p className="mb-4 flex items-start gap-2 text-meta text-ink-2 [&>svg]:mt-0.5 [&>svg]:text-ink-3">
      <Icon name="clock" small />
      <span>{children}</span>
    </p>
  );
}
