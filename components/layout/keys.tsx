"use client";

import { useRouter } from "next/navigation";
import { Suspense, useCallback, useEffect, useRef, useState } from "react";
import { button } from "@/components/ui/button";
import { Key } from "@/components/ui/key";
import { later } from "@/components/ui/later";
import { type Command, type PageCommand, readKey } from "./key-commands";
import { useThemeStep } from "./theme-switch";

/** Nobody reads it before it is opened. */
const KeyList = later(async () => (await import("./key-list")).KeyList);

const OFF_KEY = "firn-keys";
const ROW_LINK = "main tbody tr td a, main tbody tr th a, main [data-core] li a";

/** Keyboard shortcuts, the list that `?` opens, and the button for it. */
export function Keys() {
  const router = useRouter();
  const { step } = useThemeStep();
  const dialog = useRef<HTMLDialogElement>(null);
  const [off, setOff] = useState(false);
  useEffect(() => setOff(localStorage.getItem(OFF_KEY) === "off"), []);
  const afterG = useRef(false);
  const [isOpen, setIsOpen] = useState(false);
  const open = useCallback(() => {
    setIsOpen(true);
    dialog.current?.showModal();
  }, []);

  useEffect(() => {
    const run = (command: Exclude<Command, { kind: "prefix" }>) => {
      if (command.kind === "go") router.push(command.href);
      else if (command.kind === "theme") step();
      else if (command.kind === "help") open();
      else runOnPage(command);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const command = isTyping(event) ? undefined : readKey(event, afterG.current);
      afterG.current = command?.kind === "prefix";
      if (command === undefined || command.kind === "prefix" || (off && command.kind !== "help")) return;
      event.preventDefault();
      run(command);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [off, open, router, step]);

  const toggle = () => {
    localStorage.setItem(OFF_KEY, off ? "on" : "off");
    setOff(!off);
  };
  return (
    <>
      <button type="button" className="text-ink-2" onClick={open}>
        Keyboard <Key>?</Key>
      </button>
      <dialog
        ref={dialog}
        className="w-[min(440px,100vw-32px)] rounded-[12px] border border-line-2 bg-raised p-6 text-ink shadow-2"
        aria-labelledby="keys-head"
      >
        <h2 className="mb-3 text-head" id="keys-head">
          Keyboard
        </h2>
        <Suspense>{isOpen && <KeyList />}</Suspense>
        <div className="mt-5 flex min-w-0 items-center justify-between gap-2">
          <label className="flex min-w-0 items-center gap-2">
            <input type="checkbox" checked={!off} onChange={toggle} /> Shortcuts on
          </label>
          {/* biome-ignore lint/a11y/noAutofocus: a native dialog puts focus on the safe button this way */}
          <button type="button" className={button()} autoFocus onClick={() => dialog.current?.close()}>
            Close
          </button>
        </div>
      </dialog>
    </>
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

/** Runs commands that act on the current page. */
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

/** The current row is the one whose link has focus, so that Enter opens it and screen readers read it. */
function focusRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("main tbody tr, main [data-core] li")];
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), rows.length - 1);
  rows[next]?.querySelector<HTMLAnchorElement>(ROW_LINK)?.focus();
  rows[next]?.scrollIntoView({ block: "nearest" });
}
