/** Chains with their own pages, by the letter in their addresses. */
export const CHAINS = {
  p: { letter: "P", name: "P-Chain", apiName: "p-chain", stream: "P/block" },
  x: { letter: "X", name: "X-Chain", apiName: "x-chain", stream: "X/block" },
  c: { letter: "C", name: "C-Chain", apiName: "c-chain", stream: "C/block" },
} as const;

export type Chain = keyof typeof CHAINS;

/** In the order in which pages show them. */
export const CHAIN_LETTERS = Object.keys(CHAINS) as Chain[];

/** Whether a text is the letter of a chain with pages. */
export function isChain(text: string): text is Chain {
  return Object.hasOwn(CHAINS, text);
}

/** Id of the Primary Network, written out: the code that computes it would come with every list. */
export const PRIMARY_NETWORK = "11111111111111111111111111111111LpoYY";
