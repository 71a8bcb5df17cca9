import { findEvmChain } from "@/app/[chain]/evm-chain";
import { type Find, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import { EVENTS_QUERY, type EventListParams } from "@/components/evm/events/event-query";
import { hrefTo } from "@/lib/contract/pages";

/** The chain whose events are listed, and which. */
export interface FoundEvents {
  chain: EvmChain;
  params: EventListParams;
}

export const findEvents: Find<"events", FoundEvents, EventListParams> = async ({ params, query }) => {
  const chain = await findEvmChain(params.chain);
  if (chain === undefined) return "missing";
  if (params.chain !== chain.segment)
    return moved(hrefTo("events", { chain: chain.segment }, EVENTS_QUERY.write(query)));
  return { found: { chain, params: query } };
};
