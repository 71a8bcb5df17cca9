import type { PrimaryDb } from "../db";
import { CHAIN, type ChainCode } from "../rows/columns";
import { findFirstBlock } from "./first-height";

/** What a store lacks of one chain: everything from before its first stored block, the genesis apart. */
export interface Gap {
  chain: ChainCode;
  /** Height of the first stored block. It is 1 on the X-Chain if the graph before that block is not stored whole. */
  before: number;
  /** Chain time of that block, unix seconds. */
  time: number;
}

/** The gaps of the Primary Network's chains. @param lacksGraph whether `readGraph` found only a part of it */
export async function listGaps(db: PrimaryDb, lacksGraph: boolean): Promise<Gap[]> {
  const gaps: Gap[] = [];
  for (const chain of Object.values(CHAIN)) {
    const first = await findFirstBlock(db, chain);
    if (first !== undefined && (first.height > 1 || (chain === CHAIN.x && lacksGraph)))
      gaps.push({ chain, before: first.height, time: first.time });
  }
  return gaps;
}
