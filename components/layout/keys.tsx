"use client";

import { useRouter } from "next/navigation";
import { Suspense, useEffect, useRef, useState } from "react";
import { Key } from "@/components/ui/key";
import { later } from "@/components/ui/later";
import { type Command, readKey } from "./key-commands";
import { useThemeStep } from "./theme-switch";

/** Nobody reads it before it is opened. */
const KeyDialog = later(async () => (await import("./key-dialog")).KeyDialog);

const OFF_KEY = "firn-keys";

/** Keyboard shortcuts, the list that `?` opens, and the button for it. What acts on a page is loaded with the first key. */
export function Keys() {
  const router = useRouter();
  const { step } = useThemeStep();
  const [off, setOff] = useState(false);
  useEffect(() => setOff(localStorage.getItem(OFF_KEY) === "off"), []);
  const afterG = useRef(false);
  const [isOpen, setIsOpen] = useState(false);

  useEffect(() => {
    const run = async (command: Exclude<Command, { kind: "prefix" }>) => {
      if (command.kind === "go") router.push(command.href);
      else if (command.kind === "theme") step();
      else if (command.kind === "help") setIsOpen(true);
      else if (command.kind === "search") focusSearch();
      else (await import("./page-keys")).runOnPage(command);
    };
    const onKeyDown = (event: KeyboardEvent) => {
      const command = isTyping(event) ? undefined : readKey(event, afterG.current);
      afterG.current = command?.kind === "prefix";
      if (command === undefined || command.kind === "prefix" || (off && command.kind !== "help")) return;
      event.preventDefault();
      void run(command);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [off, router, step]);

  const toggle = () => {
    localStorage.setItem(OFF_KEY, off ? "on" : "off");
    setOff(!off);
  };
  return (
    <>
      <button type="button" className="text-ink-2" onClick={() => setIsOpen(true)}>
        Keyboard <Key>?</Key>
      </button>
      <Suspense>
        {isOpen && <KeyDialog areOn={!off} onToggle={toggle} onClose={() => setIsOpen(false)} />}
      </Suspense>
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

/** At once, so that what is typed next reaches the field. */
function focusSearch(): void {
  const field = [...document.querySelectorAll<HTMLInputElement>("[data-search]")].find(
    (input) => input.offsetParent !== null,
  );
  field?.focus();
}
