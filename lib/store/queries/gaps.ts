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
  return gapsBefore(await readBeginnings(db), lacksGraph);
}

/** The first stored block of each chain that has one, as a gap before it. */
export async function readBeginnings(db: PrimaryDb): Promise<Gap[]> {
  const beginnings: Gap[] = [];
  for (const chain of CHAINS) {
    const first = await findFirstBlock(db, chain);
    if (first !== undefined) beginnings.push({ chain, before: first.height, time: first.time });
  }
  return beginnings;
}

/** The beginnings before which something is missing. */
export function gapsBefore(beginnings: readonly Gap[], lacksGraph: boolean): Gap[] {
  return beginnings.filter(({ chain, before }) => before > 1 || (chain === CHAIN.x && lacksGraph));
}

/** Whether all chains are stored from their first block on. */
export function areFromTheFirst(beginnings: readonly Gap[]): boolean {
  return beginnings.length === CHAINS.length && beginnings.every(({ before }) => before === 1);
}

const CHAINS = Object.values(CHAIN);
