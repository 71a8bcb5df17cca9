import { LagDots } from "./lag-dots";
import { SeriesBars } from "./series-bars";

/**
 * Everything drawn with Recharts, which weighs as much as the rest of a page: one file, loaded when a chart comes near
 * the window.
 */
export const DRAWINGS = { LagDots, SeriesBars };
