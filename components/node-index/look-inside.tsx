import { classes } from "@/components/ui/classes";
import { PANEL_BODY, Panel } from "@/components/ui/panel";
import { SearchField } from "@/components/ui/search-field";
import { hrefTo } from "@/lib/contract/pages";

interface LookInsideProps {
  /** The query as typed. */
  query: string;
  /** Why it is neither a number nor an id. */
  misread: string | undefined;
}

/** A form, so it works without script. The result is at `#container`. */
export function LookInside({ query, misread }: LookInsideProps) {
  return (
    <Panel title="Look inside">
      <form
        className={classes(PANEL_BODY, "grid gap-2")}
        action={`${hrefTo("index")}#container`}
        method="get"
      >
        <SearchField
          more="w-full"
          name="look"
          placeholder="Container id or index"
          aria-label="Container id or index"
          aria-describedby={misread === undefined ? undefined : "look-fault"}
          aria-invalid={misread !== undefined}
          defaultValue={query}
          autoComplete="off"
          maxLength={200}
        />
        {misread !== undefined && (
          <p id="look-fault" className="-mt-1 max-w-65 text-small text-bad">
            {misread}
          </p>
        )}
        <p className="text-small text-ink-3">
          Calls getContainerByIndex or getContainerByID on all five endpoints.
        </p>
      </form>
    </Panel>
  );
}
