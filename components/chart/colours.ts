import type { ChainLetter } from "@/components/ui/chain-tag";

const FILLS: Record<ChainLetter, string> = {
  P: "var(--p-fill)",
  X: "var(--x-fill)",
  C: "var(--c-fill)",
  L1: "var(--l1-fill)",
};

/** The colour of a chain in a chart; several L1s are told apart by how much of the ground is mixed in. */
export function colourOf(tag: ChainLetter, at: number): string {
  if (tag !== "L1") return FILLS[tag];
  const share = [100, 70, 45][at % 3] ?? 100;
  return share === 100 ? FILLS.L1 : `color-mix(in oklab, ${FILLS.L1} ${share}%, var(--surface))`;
}
