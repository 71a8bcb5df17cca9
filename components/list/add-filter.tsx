import type { ReactNode } from "react";
import { button } from "@/components/ui/button";
import { chip } from "@/components/ui/chip";
import { Icon } from "@/components/ui/icon";

interface AddFilterProps {
  label: string;
  /** Path of the list. */
  action: string;
  /** Parameters of the list's query that are kept. */
  kept: Iterable<readonly [string, string]>;
  /** Form fields. */
  children: ReactNode;
}

/** A chip that opens the fields of one more filter. It is a form, so it works without script. */
export function AddFilter({ label, action, kept, children }: AddFilterProps) {
  return (
    <details className="open:[&>summary]:hidden">
      <summary className={chip("add")}>
        <Icon name="plus" />
        {label}
      </summary>
      <form action={action} method="get" className="flex min-w-0 items-center gap-2">
        {[...kept].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {children}
        <button type="submit" className={button()}>
          Filter
        </button>
      </form>
    </details>
  );
}
