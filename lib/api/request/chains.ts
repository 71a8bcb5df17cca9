import type { ChainName } from "../../contract/data/primary-network";
import type { FirnContainer } from "../../contract/firn/containers";
import { CHAIN, type ChainCode } from "../../store/rows/columns";

/** Names of a chain in paths, in texts, in Firn's own routes and in columns. */
export interface Chain {
  name: ChainName;
  /** As in "no X-Chain block". */
  title: string;
  letter: FirnContainer["chain"];
  code: ChainCode;
  /** Name of the node's index of its blocks. */
  blockStream: string;
}

export const CHAINS = {
  p: { name: "p-chain", title: "P-Chain", letter: "p", code: CHAIN.p, blockStream: "P/block" },
  x: { name: "x-chain", title: "X-Chain", letter: "x", code: CHAIN.x, blockStream: "X/block" },
  c: { name: "c-chain", title: "C-Chain", letter: "c", code: CHAIN.c, blockStream: "C/block" },
} as const satisfies Record<FirnContainer["chain"], Chain>;

/** The chain of a code, as rows name it. */
export function chainOfCode(code: ChainCode): Chain {
  return Object.values(CHAINS).find((chain) => chain.code === code) ?? CHAINS.p;
}
