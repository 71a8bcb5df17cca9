import { classes } from "./classes";

/** Chains with their own letter and colour. */
export type ChainLetter = "P" | "X" | "C" | "L1";

const LOOK =
  "inline-grid flex-none place-items-center px-1 font-bold leading-none tracking-none normal-nums shadow-[inset_0_0_0_1px_color-mix(in_srgb,currentColor_28%,transparent)]";

const CHAIN_LOOKS = {
  P: "bg-p-tint text-p",
  X: "bg-x-tint text-x",
  C: "bg-c-tint text-c",
  L1: "bg-l1-tint text-l1",
} satisfies Record<ChainLetter, string>;

/** A chain's letter in a tinted square, 20 px, or 28 px if `large`. */
export function ChainTag({ chain, large = false }: { chain: ChainLetter; large?: boolean }) {
  const name = chain === "L1" ? "L1" : `${chain}-Chain`;
  return (
    <span
      className={classes(
        LOOK,
        CHAIN_LOOKS[chain],
        large ? "h-7 min-w-7 rounded-2 text-body" : "h-5 min-w-5 rounded-1 text-op",
      )}
      title={name}
    >
      {chain}
    </span>
  );
}
