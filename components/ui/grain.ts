import { sha256 } from "#sha256";

/** One stratum of a grain, in a square of 16 units. */
interface GrainStratum {
  top: number;
  width: number;
  opacity: number;
}

const STRATA = 4;
/** Bytes of the hash: one for the hue, then the widths, then the opacities from here. */
const OPACITY_BYTE = 8;

/** Look of an id: a hue in degrees and four strata, from the sha256 of its text. */
export function grainOf(id: string): { hue: number; strata: GrainStratum[] } {
  const hash = sha256(new TextEncoder().encode(id));
  const byte = (index: number) => hash[index] ?? 0;
  const strata = Array.from({ length: STRATA }, (_, index) => ({
    top: index * 4,
    width: 4 + (byte(1 + index) % 12),
    opacity: (45 + (byte(OPACITY_BYTE + index) % 55)) / 100,
  }));
  return { hue: Math.round((byte(0) * 360) / 256), strata };
}
