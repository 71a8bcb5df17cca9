/** Seconds between two points. */
export const STEP_SECONDS = { day: 86_400, hour: 3_600, minute: 60 } as const;
/** Steps of charts that can have any; those of chains have no minutes. */
export type AnyStep = keyof typeof STEP_SECONDS;
export type Step = Exclude<AnyStep, "minute">;

/** `2026-11-20`, or `2026-11-20T14` for an hour and `2026-11-20T14:05` for a minute, UTC. Seconds are unix. */
export function formatChartTime(seconds: number, step: AnyStep): string {
  return new Date(seconds * 1000).toISOString().slice(0, { day: 10, hour: 13, minute: 16 }[step]);
}

/** Unix seconds of such a text; undefined if it is malformed. */
export function readChartTime(text: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}(T\d{2}(:\d{2})?)?$/.test(text)) return undefined;
  const ms = Date.parse(`${text}${"T00:00:00Z".slice(text.length - 10)}`);
  return Number.isNaN(ms) ? undefined : ms / 1000;
}
