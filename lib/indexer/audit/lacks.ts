import { fromHex } from "../../avalanche/codec/bytes";
import type { NetworkFacts } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { type Gap, listGaps } from "../../store/queries/gaps";
import { readGraph } from "../../store/queries/graph";
import { readHead } from "../../store/queries/head";
import { CHAIN, type ChainCode } from "../../store/rows/columns";
import { readTimes } from "../known-network";
import { type CheckResult, leftOut } from "./check-result";

/** Parts of the history that a store lacks. What they explain is no difference to the node. */
export interface Lacks {
  gaps: readonly Gap[];
  hasGenesis: boolean;
  /** Rewards, supply and the end of stakes come from the ledger, which begins with the genesis. */
  hasLedger: boolean;
}

export async function readLacks(db: PrimaryDb, facts: NetworkFacts): Promise<Lacks> {
  const { xChainId, upgrades } = facts;
  const x =
    xChainId === undefined || upgrades === undefined
      ? undefined
      : { xChainId: fromHex(xChainId), cortina: readTimes(upgrades).cortina };
  const head = await readHead(db);
  return {
    gaps: await listGaps(db, x !== undefined && (await readGraph(db, x)) === "part"),
    hasGenesis: facts.genesis !== undefined,
    hasLedger: head === undefined || head.supply !== null,
  };
}

export function gapOf({ gaps }: Lacks, chain: ChainCode): Gap | undefined {
  return gaps.find((gap) => gap.chain === chain);
}

/** Whether outputs of a chain may be unknown: those of its genesis, or of blocks before the first stored one. */
export function lacksOutputs(lacks: Lacks, chain: ChainCode): boolean {
  return gapOf(lacks, chain) !== undefined || (!lacks.hasGenesis && chain !== CHAIN.c);
}

const NAMES = { [CHAIN.p]: "P-Chain", [CHAIN.x]: "X-Chain", [CHAIN.c]: "C-Chain" } as const;

/** A line for each part of the history that is missing; none for a whole one. */
export function describeLacks({ gaps, hasGenesis }: Lacks): CheckResult[] {
  const parts = gaps.map(({ chain, before }) =>
    before === 1
      ? `transactions from before the first block of the ${NAMES[chain]} are not all stored`
      : `blocks of the ${NAMES[chain]} before ${before} are not stored`,
  );
  if (!hasGenesis) parts.push("the network's genesis is not known (set FIRN_GENESIS, then restart Firn)");
  return parts.map((part) => leftOut("history", `${part}: what that explains is no difference`));
}

/** Why a check of what the ledger gives is left out. */
export const WITHOUT_LEDGER = "only the P-Chain's whole history gives them, and the store lacks a part of it";
