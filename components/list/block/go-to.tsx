import { SearchField } from "@/components/ui/search-field";
import { hrefTo } from "@/lib/contract/pages";

interface GoToProps {
  /** First segment of the chain's addresses. */
  chain: string;
  /** Text that is neither a height nor a date. */
  misread: string | undefined;
}

/** "Go to height or date": a form, so it works without script. */
export function GoTo({ chain, misread }: GoToProps) {
  const label = "Go to height or date";
  return (
    <form action={hrefTo("blocks", { chain })} method="get">
      <SearchField
        name="go"
        placeholder={label}
        aria-label={label}
        aria-describedby={misread === undefined ? undefined : "go-fault"}
        aria-invalid={misread !== undefined}
        defaultValue={misread}
        size={18}
      />
      {misread !== undefined && (
        <p id="go-fault" className="text-small mt-1 max-w-65 text-bad">
          Enter a height like 110, or a UTC time like 2026-11-20 or 2026-11-20 14:31.
        </p>
      )}
    </form>
  );
}
