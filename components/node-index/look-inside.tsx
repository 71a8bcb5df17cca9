import { Icon } from "@/components/ui/icon";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";

interface LookInsideProps {
  /** What was asked for, as written. */
  asked: string;
  /** Why it is neither a number nor an id. */
  misread: string | undefined;
}

/** A form, so it works without script: what it finds stands under `#container`. */
export function LookInside({ asked, misread }: LookInsideProps) {
  return (
    <Panel title="Look inside">
      <form className="body stack" action={`${hrefTo("index")}#container`} method="get">
        <label className="field w-full">
          <Icon name="search" />
          <input
            name="look"
            placeholder="Container id or index"
            aria-label="Container id or index"
            aria-describedby={misread === undefined ? undefined : "look-fault"}
            aria-invalid={misread !== undefined}
            defaultValue={asked}
            spellCheck={false}
            autoComplete="off"
            maxLength={200}
            required
          />
        </label>
        {misread !== undefined && (
          <p id="look-fault" className="small fault">
            {misread}
          </p>
        )}
        <p className="small dim">Asks getContainerByIndex or getContainerByID on all five endpoints.</p>
      </form>
    </Panel>
  );
}
