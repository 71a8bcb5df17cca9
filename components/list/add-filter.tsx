import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";

interface AddFilterProps {
  label: string;
  /** Path of the list. */
  action: string;
  /** What of its query goes along. */
  kept: Iterable<readonly [string, string]>;
  /** Fields. */
  children: ReactNode;
}

/** A chip that opens to the fields of one more filter; a form, so that it works without script. */
export function AddFilter({ label, action, kept, children }: AddFilterProps) {
  return (
    <details className="addf">
      <summary className="chip chip-add">
        <Icon name="plus" />
        {label}
      </summary>
      <form action={action} method="get" className="row">
        {[...kept].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {children}
        <button type="submit" className="btn">
          Filter
        </button>
      </form>
    </details>
  );
}
