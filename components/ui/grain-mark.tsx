import { classes } from "./classes";
import { grainOf } from "./grain";

/** Four strata that make an address or a node recognizable. Decoration, so screen readers skip it. */
export function GrainMark({ id, large = false }: { id: string; large?: boolean }) {
  const { hue, strata } = grainOf(id);
  const tint = (lightness: number) => `oklch(${lightness} .08 ${hue})`;
  return (
    <svg
      className={classes("flex-none rounded-[3px]", large ? "size-7" : "size-4")}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
      {strata.map(({ top, width, opacity }) => (
        <rect
          key={top}
          y={top}
          width={width}
          height={3.2}
          rx={1}
          opacity={opacity}
          style={{ fill: `light-dark(${tint(0.55)}, ${tint(0.75)})` }}
        />
      ))}
    </svg>
  );
}
