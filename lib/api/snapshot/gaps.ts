import { toHex } from "../../avalanche/codec/bytes";
import type { NetworkFacts } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { type Gap, listGaps } from "../../store/queries/gaps";
import { readGraph } from "../../store/queries/graph";
import { chainOfCode } from "../request/chains";
import type { ServedNetwork } from "../request/network";

type Known = { facts: Omit<NetworkFacts, "genesis">; network: Pick<ServedNetwork, "xChainId"> };

/**
 * Reads a store's gaps for every answer. Whether the X-Chain's graph is whole takes a millisecond to find, and is
 * remembered once it is: nothing that is stored goes away.
 */
export function openGapCache(): { read(db: PrimaryDb, known: Known): Promise<readonly Gap[]> } {
  let whole: string | undefined;
  const lacksGraph = async (db: PrimaryDb, { facts, network: { xChainId } }: Known) => {
    if (xChainId === undefined || facts.upgrades === undefined) return false;
    const store = `${facts.pageTokenKey} ${toHex(xChainId)}`;
    if (whole === store) return false;
    const { cortina } = JSON.parse(facts.upgrades) as { cortina: string };
    const graph = await readGraph(db, { xChainId, cortina: BigInt(cortina) });
    if (graph === "none" || graph === "whole") whole = store;
    return graph === "part";
  };
  return { read: async (db, known) => listGaps(db, await lacksGraph(db, known)) };
}

/** What answers lack because of a gap. A clause in ASCII, as headers need it. */
export function describeGap({ chain, before }: Gap): string {
  const name = chainOfCode(chain).title;
  return before === 1
    ? `transactions from before the first block of the ${name} are not all known: balances, outputs, assets and lists lack what they did`
    : `blocks of the ${name} before ${before} are not known: balances, outputs and lists lack what they did`;
}
