import type { ReactNode } from "react";

/**
 * A row of alternatives. Children are links (`aria-current` marks the chosen one) or buttons (`aria-pressed`).
 */
export function Seg({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can't be a flex row in every browser
    <div className="seg" role="group" aria-label={label}>
      {children}
    </div>
  );
}
