import { button } from "@/components/ui/button";
import { ActionForm } from "../action-form";
import { pick } from "../pick";
import { SHEET, SHEET_ACTIONS } from "../sheet";

/** A dialog, because it changes every logger. It opens without script. */
export function LevelsForAll({ levels, after }: { levels: readonly string[]; after: number | undefined }) {
  const until =
    after === undefined ? "They stay until they are put back." : `They go back after ${after} min.`;
  return (
    <>
      <button
        type="button"
        className="text-meta text-link underline-offset-3 hover:underline"
        popoverTarget="all-levels"
      >
        Set all loggers at once
      </button>
      <div id="all-levels" popover="auto" className={SHEET} role="dialog" aria-labelledby="all-levels-head">
        <ActionForm
          section="levels"
          action="setLoggerLevel"
          fields={{ putBackAfterMinutes: after === undefined ? undefined : String(after) }}
        >
          <h2 id="all-levels-head">Set all loggers at once</h2>
          <p className="text-ink-2">Every logger of the node changes. {until}</p>
          <Pick name="logLevel" label="Written to file" levels={levels} />
          <Pick name="displayLevel" label="Shown on screen" levels={levels} />
          <div className={SHEET_ACTIONS}>
            <button
              type="button"
              className={button()}
              popoverTarget="all-levels"
              popoverTargetAction="hide"
              // biome-ignore lint/a11y/noAutofocus: a dialog puts focus on the safe button
              autoFocus
            >
              Cancel
            </button>
            <button type="submit" className={button({ kind: "main" })}>
              Set all
            </button>
          </div>
        </ActionForm>
      </div>
    </>
  );
}

function Pick({ name, label, levels }: { name: string; label: string; levels: readonly string[] }) {
  return (
    <label>
      {label}
      <select name={name} className={pick({ inSheet: true })} defaultValue="">
        <option value="">unchanged</option>
        {levels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </select>
    </label>
  );
}
