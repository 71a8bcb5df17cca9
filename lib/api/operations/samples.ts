import { Gauge, type Registry } from "prom-client";

/** The labels of a sample and its value; a value that is not known has no sample. */
export type Sample = readonly [labels: Record<string, string>, value: number | undefined];

/** Adds a gauge with these samples; nothing without any. All samples have the same labels. */
export function addGauge(
  registry: Registry,
  [name, help]: readonly [name: string, help: string],
  samples: readonly Sample[],
): void {
  const known = samples.filter(([, value]) => value !== undefined);
  if (known.length === 0) return;
  const labelNames = Object.keys(known[0]?.[0] ?? {});
  const gauge = new Gauge({ name, help, labelNames, registers: [registry] });
  for (const [labels, value] of known) gauge.set(labels, value ?? 0);
}

/** nAVAX as AVAX: more digits than a sample has do not matter to a graph. */
export function avaxOf(navax: string | bigint | undefined): number | undefined {
  return navax === undefined ? undefined : Number(navax) / 1e9;
}
