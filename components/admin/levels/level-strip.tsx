"use client";

import { type KeyboardEvent, useEffect, useState } from "react";
import { classes } from "@/components/ui/classes";

interface LevelStripProps {
  label: string;
  level: string;
  /** Level names that Firn knows. An unknown level is shown before them. */
  levels: readonly string[];
  isTemporary: boolean;
}

const STRIP = classes(
  "inline-flex overflow-clip rounded-2 border border-line-2 max-m:w-full",
  "*:h-6.5 *:w-[47px] *:border-line *:font-mono *:text-[10.5px] *:leading-none *:font-medium *:tracking-tight *:text-ink-3 *:not-first:border-l",
  "*:not-chosen:hover:bg-hover *:not-chosen:hover:text-ink *:focus-visible:-outline-offset-2",
  "max-m:*:h-9 max-m:*:w-auto max-m:*:flex-1 max-m:*:text-[10px] max-m:*:tracking-[-.04em]",
  "forced-colors:*:chosen:bg-[Highlight] forced-colors:*:chosen:text-[HighlightText] forced-colors:*:chosen:forced-color-adjust-none",
);

const KEPT = "*:chosen:bg-ink *:chosen:text-bg";

/** A level that will go back. */
const TEMPORARY = "*:chosen:bg-warn-tint *:chosen:text-warn *:chosen:shadow-[inset_0_0_0_1.5px_var(--warn)]";

/** Keys that move the focus, and by how much. Home and End reach the ends. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Levels side by side, each of which sends its form. The strip is one stop of the Tab key, and arrow keys move the
 * focus. They choose nothing, because a choice takes effect at once. Without script each level is a stop.
 */
export function LevelStrip({ label, level, levels, isTemporary }: LevelStripProps) {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const isKnown = levels.includes(level);
  const [focused, setFocused] = useState<string>();
  const stop = focused ?? (isKnown ? level : levels[0]);
  return (
    <div
      className={classes(STRIP, isTemporary ? TEMPORARY : KEPT)}
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveFocus}
      onBlur={() => setFocused(undefined)}
    >
      {!isKnown && (
        // biome-ignore lint/a11y/useSemanticElements: a level sends its form, with and without script
        <button type="button" role="radio" aria-checked="true" className="w-auto! px-2" disabled>
          {level}
        </button>
      )}
      {levels.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: a level sends its form, with and without script
        <button
          key={one}
          type="submit"
          name="logLevel"
          value={one}
          role="radio"
          aria-checked={one === level}
          onFocus={() => setFocused(one)}
          {...(hasScript && one !== stop && { tabIndex: -1 })}
        >
          {one}
        </button>
      ))}
    </div>
  );
}

function moveFocus(event: KeyboardEvent<HTMLDivElement>) {
  const radios = [...event.currentTarget.querySelectorAll<HTMLButtonElement>("[role=radio]:not(:disabled)")];
  const at = radios.indexOf(event.target as HTMLButtonElement);
  const step = STEPS[event.key];
  const to = event.key === "Home" ? 0 : event.key === "End" ? -1 : step === undefined ? undefined : at + step;
  if (to === undefined) return;
  event.preventDefault();
  radios.at(to % radios.length)?.focus();
}
