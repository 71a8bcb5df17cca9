import type { ChainLetter } from "./chain-tag";

/** Colours of cores, tracks and bars. */
export const CORE_LOOKS = {
  P: "[--core:var(--p-fill)]",
  X: "[--core:var(--x-fill)]",
  C: "[--core:var(--c-fill)]",
  L1: "[--core:var(--l1-fill)]",
} satisfies Record<ChainLetter, string>;
