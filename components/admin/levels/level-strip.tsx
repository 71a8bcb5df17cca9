"use client";

import { type KeyboardEvent, useEffect, useState } from "react";

interface LevelStripProps {
  label: string;
  level: string;
  /** Level names that Firn knows; another one is shown before them. */
  levels: readonly string[];
  isTemporary: boolean;
}

/** Keys that move along the strip, and how far; the ends are reached by Home and End. */
const STEPS: Record<string, number> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };

/**
 * Levels side by side, each sending the form it stands in. The strip is one stop of the Tab key and arrows move along it;
 * they choose nothing, because a choice is an act. Without script each level is a stop.
 */
export function LevelStrip({ label, level, levels, isTemporary }: LevelStripProps) {
  const [hasScript, setHasScript] = useState(false);
  useEffect(() => setHasScript(true), []);
  const isKnown = levels.includes(level);
  const [focused, setFocused] = useState<string>();
  const stop = focused ?? (isKnown ? level : levels[0]);
  return (
    <div
      className={isTemporary ? "lvl is-temp" : "lvl"}
      role="radiogroup"
      aria-label={label}
      onKeyDown={moveFocus}
      onBlur={() => setFocused(undefined)}
    >
      {!isKnown && (
        // biome-ignore lint/a11y/useSemanticElements: a level sends the form it stands in, with and without script
        <button type="button" role="radio" aria-checked="true" className="other" disabled>
          {level}
        </button>
      )}
      {levels.map((one) => (
        // biome-ignore lint/a11y/useSemanticElements: a level sends the form it stands in, with and without script
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
