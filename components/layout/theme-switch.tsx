"use client";

import { useTheme } from "next-themes";
import { useSyncExternalStore } from "react";
import { Icon } from "@/components/ui/icon";
import { ICON_BUTTON } from "./icon-button";

const STEPS = {
  system: { next: "light", icon: "system" },
  light: { next: "dark", icon: "sun" },
  dark: { next: "system", icon: "moon" },
} as const;

/** Cycles through system, light and dark. */
export function useThemeStep(): { theme: keyof typeof STEPS; step: () => void } {
  const { theme, setTheme } = useTheme();
  const current = theme === "light" || theme === "dark" ? theme : "system";
  return { theme: current, step: () => setTheme(STEPS[current].next) };
}

/** The theme button. The server does not know the choice, so the HTML and the first render say `system`. */
export function ThemeSwitch() {
  const { theme, step } = useThemeStep();
  const mounted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  );
  const shown = mounted ? theme : "system";
  return (
    <button
      type="button"
      className={ICON_BUTTON}
      onClick={step}
      aria-label={`Theme: ${shown}. Switch to ${STEPS[shown].next}`}
      title={`Theme: ${shown}`}
    >
      <Icon name={STEPS[shown].icon} />
    </button>
  );
}
