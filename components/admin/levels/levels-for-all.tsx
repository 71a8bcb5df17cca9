import { ActionForm } from "../action-form";

/** A dialog, since it touches every logger; it opens without script. */
export function LevelsForAll({ levels, after }: { levels: readonly string[]; after: number | undefined }) {
  const until =
    after === undefined ? "They stay until they are put back." : `They go back after ${after} min.`;
  return (
    <>
      <button type="button" className="linkbtn" popoverTarget="all-levels">
        Set all loggers at once
      </button>
      <div id="all-levels" popover="auto" className="sheet" role="dialog" aria-labelledby="all-levels-head">
        <ActionForm
          part="levels"
          action="setLoggerLevel"
          fields={{ putBackAfterMinutes: after === undefined ? undefined : String(after) }}
        >
          <h2 id="all-levels-head">Set all loggers at once</h2>
          <p className="mid">Every logger of the node changes. {until}</p>
          <Pick name="logLevel" label="Written to file" levels={levels} />
          <Pick name="displayLevel" label="Shown on screen" levels={levels} />
          <div className="row">
            <button
              type="button"
              className="btn"
              popoverTarget="all-levels"
              popoverTargetAction="hide"
              // biome-ignore lint/a11y/noAutofocus: a dialog puts focus on the safe button
              autoFocus
            >
              Cancel
            </button>
            <button type="submit" className="btn btn-pri">
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
      <select name={name} className="pick" defaultValue="">
        <option value="">as it is</option>
        {levels.map((level) => (
          <option key={level}>{level}</option>
        ))}
      </select>
    </label>
  );
}
