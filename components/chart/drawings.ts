import { LagDots } from "./lag-dots";
import { SeriesBars } from "./series-bars";

/** What is drawn with Recharts, which weighs as much as the rest of a page: one file, asked for when a chart is about to be seen. */
export const DRAWINGS = { LagDots, SeriesBars };
