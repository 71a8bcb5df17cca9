import { useEffect, useRef } from "react";
import { button } from "@/components/ui/button";
import { Key } from "@/components/ui/key";
import { NAVIGATION } from "./navigation";

interface KeyDialogProps {
  areOn: boolean;
  onToggle: () => void;
  onClose: () => void;
}

/** The list of shortcuts, and the switch that turns them off. It opens when it is drawn. */
export function KeyDialog({ areOn, onToggle, onClose }: KeyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      className="w-[min(440px,100vw-32px)] rounded-[12px] border border-line-2 bg-raised p-6 text-ink shadow-2"
      aria-labelledby="keys-head"
      onClose={onClose}
    >
      <h2 className="mb-3 text-head" id="keys-head">
        Keyboard
      </h2>
      <KeyList />
      <div className="mt-5 flex min-w-0 items-center justify-between gap-2">
        <label className="flex min-w-0 items-center gap-2">
          <input type="checkbox" checked={areOn} onChange={onToggle} /> Shortcuts on
        </label>
        {/* biome-ignore lint/a11y/noAutofocus: a native dialog puts focus on the safe button this way */}
        <button type="button" className={button()} autoFocus onClick={() => dialog.current?.close()}>
          Close
        </button>
      </div>
    </dialog>
  );
}

/** Every shortcut and what it does. */
function KeyList() {
  const rows: [string[], string][] = [
    [["/"], "Search"],
    [["j", "k"], "Next and previous row"],
    [["↵"], "Open the row"],
    [["c"], "Copy the row’s id"],
    [["[", "]"], "Previous and next block or page"],
    [["g", "h"], "Home"],
    ...NAVIGATION.map(({ key, label }): [string[], string] => [["g", key], label]),
    [["t"], "Theme"],
    [["?"], "This list"],
    [["esc"], "Close"],
  ];
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-4 gap-y-2">
      {rows.map(([keys, meaning]) => (
        <div key={meaning} className="contents">
          <dt className="flex gap-1">
            {keys.map((key) => (
              <Key key={key}>{key}</Key>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}
