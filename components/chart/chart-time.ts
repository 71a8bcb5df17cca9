/** Seconds between two points. */
export const STEP_SECONDS = { day: 86_400, hour: 3_600 } as const;
export type Step = keyof typeof STEP_SECONDS;

/** `2026-11-20`, or `2026-11-20T14` for an hour, UTC. Seconds are unix. */
export function formatChartTime(seconds: number, step: Step): string {
  return new Date(seconds * 1000).toISOString().slice(0, step === "day" ? 10 : 13);
}

/** Unix seconds of such a text; undefined if it is malformed. */
export function readChartTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2})?$/.test(text)) return undefined;
  const ms = Date.parse(text.length === 10 ? `${text}T00:00:00Z` : `${text}:00:00Z`);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}
