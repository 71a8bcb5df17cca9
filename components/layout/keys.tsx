"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { type Command, type PageCommand, readKey } from "./key-commands";
import { NAVIGATION } from "./navigation";
import { useThemeStep } from "./theme-switch";

const OFF_KEY = "firn-keys";
const ROW_LINK = "main tbody tr td a, main tbody tr th a, main .core li a";

/** Keyboard shortcuts, their list behind `?`, and the button that opens it. */
export function Keys() {
  const router = useRouter();
  const { step } = useThemeStep();
  const dialog = useRef<HTMLDialogElement>(null);
  const [off, setOff] = useState(false);
  useEffect(() => setOff(localStorage.getItem(OFF_KEY) === "off"), []);
  const [afterG, setAfterG] = useState(false);

  useEffect(() => {
    const run = (command: Exclude<Command, { kind: "prefix" }>) => {
      if (command.kind === "go") router.push(command.href);
      else if (command.kind === "theme") step();
      else if (command.kind === "help") dialog.current?.showModal();
      else runOnPage(command);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const command = isTyping(event) ? undefined : readKey(event, afterG);
      setAfterG(command?.kind === "prefix");
      if (command === undefined || command.kind === "prefix" || (off && command.kind !== "help")) return;
      event.preventDefault();
      run(command);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [afterG, off, router, step]);

  const toggle = () => {
    localStorage.setItem(OFF_KEY, off ? "on" : "off");
    setOff(!off);
  };
  return (
    <>
      <button type="button" className="footbtn" onClick={() => dialog.current?.showModal()}>
        Keyboard <kbd className="k">?</kbd>
      </button>
      <dialog ref={dialog} className="keys" aria-labelledby="keys-head">
        <h2 id="keys-head">Keyboard</h2>
        <KeyList />
        <div className="row">
          <label className="row">
            <input type="checkbox" checked={!off} onChange={toggle} /> Shortcuts on
          </label>
          {/* biome-ignore lint/a11y/noAutofocus: a native dialog puts focus on the safe button this way */}
          <button type="button" className="btn" autoFocus onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </>
  );
}

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
    <dl>
      {rows.map(([keys, meaning]) => (
        <div key={meaning} style={{ display: "contents" }}>
          <dt>
            {keys.map((key) => (
              <kbd key={key} className="k">
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{meaning}</dd>
        </div>
      ))}
    </dl>
  );
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input, textarea, select, dialog[open], [data-own-keys]") !== null)
  );
}

/** Commands that act on what the page shows. */
function runOnPage(command: PageCommand): void {
  if (command.kind === "search") {
    const field = [...document.querySelectorAll<HTMLInputElement>("[data-search]")].find(
      (input) => input.offsetParent !== null,
    );
    field?.focus();
  } else if (command.kind === "row") {
    focusRow(command.step);
  } else if (command.kind === "copy") {
    const row = document.activeElement?.closest("tr, li, main") ?? document.querySelector("main");
    row?.querySelector<HTMLButtonElement>("[data-copy]")?.click();
  } else {
    document.querySelector<HTMLAnchorElement>(`main a[rel="${command.rel}"]`)?.click();
  }
}

/** The current row is the one whose link has focus: Enter opens it and a screen reader says it. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr, main .core li")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[next]?.querySelector<HTMLAnchorElement>(ROW_LINK)?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
}
