import type { NetworkFacts } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { areFromTheFirst, type Gap, gapsBefore, readBeginnings } from "../../store/queries/gaps";
import { readGraph } from "../../store/queries/graph";
import { chainOfCode } from "../request/chains";
import type { ServedNetwork } from "../request/network";

type Known = { facts: Omit<NetworkFacts, "genesis">; network: Pick<ServedNetwork, "xChainId"> };

/**
 * Reads a store's gaps for every answer. That the X-Chain's graph is whole, and that there is no gap at all, is remembered: nothing
 * that is stored goes away.
 */
export function openGapCache(): { read(db: PrimaryDb, known: Known): Promise<readonly Gap[]> } {
  /** Stores whose graph is whole, and that have no gap. */
  let whole: string | undefined;
  let complete: string | undefined;
  const lacksGraph = async (db: PrimaryDb, { facts, network: { xChainId } }: Known) => {
    if (xChainId === undefined || facts.upgrades === undefined) return false;
    const store = keyOf(facts);
    if (whole === store) return false;
    const { cortina } = JSON.parse(facts.upgrades) as { cortina: string };
    const graph = await readGraph(db, { xChainId, cortina: BigInt(cortina) });
    if (graph === "none" || graph === "whole") whole = store;
    return graph === "part";
  };
  return {
    async read(db, known) {
      const store = keyOf(known.facts);
      if (complete === store) return [];
      const beginnings = await readBeginnings(db);
      const lacks = await lacksGraph(db, known);
      if (whole === store && areFromTheFirst(beginnings)) complete = store;
      return gapsBefore(beginnings, lacks);
    },
  };
}

/** What no other store has, nor this one after another network took its place. */
function keyOf({ pageTokenKey, xChainId }: Known["facts"]): string {
  return `${pageTokenKey} ${xChainId}`;
}

/** What answers lack because of a gap. A clause in ASCII, as headers need it. */
export function describeGap({ chain, before }: Gap): string {
  const name = chainOfCode(chain).title;
  return before === 1
    ? `transactions from before the first block of the ${name} are not all known: balances, outputs, assets and lists lack what they did`
    : `blocks of the ${name} before ${before} are not known: balances, outputs and lists lack what they did`;
}
