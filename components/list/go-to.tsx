import type { Chain } from "@/components/ui/chains";
import { Icon } from "@/components/ui/icon";

/** "Go to height or date": a form, so it works without script. `misread` is a text that was neither. */
export function GoTo({ chain, misread }: { chain: Chain; misread: string | undefined }) {
  return (
    <form action={`/${chain}/blocks`} method="get">
      <label className="field">
        <Icon name="search" />
        <input
          name="go"
          placeholder="Go to height or date"
          aria-label="Go to height or date"
          aria-describedby={misread === undefined ? undefined : "go-fault"}
          aria-invalid={misread !== undefined}
          defaultValue={misread}
          size={18}
          required
        />
      </label>
      {misread !== undefined && (
        <p id="go-fault" className="small fault">
          Write a height like 110, or a UTC time like 2026-11-20 or 2026-11-20 14:31.
        </p>
      )}
    </form>
  );
}
