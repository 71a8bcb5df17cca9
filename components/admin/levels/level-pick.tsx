"use client";

import { button } from "@/components/ui/button";
import { pick } from "../pick";

interface LevelPickProps {
  name: "logLevel" | "displayLevel";
  label: string;
  level: string;
  levels: readonly string[];
  isTemporary: boolean;
}

/** Chooses a level and sends its form. Without script the button beside it does. */
export function LevelPick({ name, label, level, levels, isTemporary }: LevelPickProps) {
  return (
    <>
      <select
        className={pick({ temporary: isTemporary })}
        name={name}
        aria-label={label}
        defaultValue={level}
        onChange={(event) => event.currentTarget.form?.requestSubmit()}
      >
        {levels.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <noscript>
        <button type="submit" className={button({ size: "small" })}>
          Set
        </button>
      </noscript>
    </>
  );
}
