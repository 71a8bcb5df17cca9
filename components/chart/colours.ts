import type { DrawnSeries } from "./bars";
import type { Series } from "./series";

const FILLS = { P: "var(--p-fill)", X: "var(--x-fill)", C: "var(--c-fill)", L1: "var(--l1-fill)" };
/** Percent of a chain's colour over the background. L1s share a colour and differ by this. */
const SHARES = [100, 70, 45];

/** Series with their colours. */
export function drawnOf(series: readonly Series[]): DrawnSeries[] {
  return series.map((one) => ({ segment: one.segment, name: one.name, colour: colourOf(series, one) }));
}

/** Colour of a series. A series on its own does not use its chain's colour. */
function colourOf(series: readonly Series[], { segment, tag }: Series): string {
  if (series.length === 1) return "var(--ice-fill)";
  const alike = series.filter((one) => one.tag === tag).findIndex((one) => one.segment === segment);
  const share = SHARES[alike % SHARES.length];
  return share === 100 ? FILLS[tag] : `color-mix(in oklab, ${FILLS[tag]} ${share}%, var(--surface))`;
}
