import { findEvmChain } from "@/app/[chain]/evm-chain";
import { type Find, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import { BLOCKS_QUERY, type BlockListParams, readGoTo } from "@/components/list/list-params";
import { type Chain, isChain } from "@/components/ui/chains";
import { hrefTo } from "@/lib/contract/pages";

/** The chain whose blocks are listed, and the list's position. */
export interface FoundBlocks {
  chain: Chain | EvmChain;
  position: BlockListParams;
  /** Text in "Go to" that is neither a height nor a time. */
  misread?: string;
}

/** `go` redirects to the position it names. */
export const findBlocks: Find<"blocks", FoundBlocks, BlockListParams & { go?: string }> = async ({
  params: { chain: segment },
  query: { go, ...position },
}) => {
  const chain = isChain(segment) ? segment : await findEvmChain(segment);
  if (chain === undefined) return "missing";
  const canonical = typeof chain === "string" ? chain : chain.segment;
  if (go === undefined) {
    if (segment !== canonical)
      return moved(hrefTo("blocks", { chain: canonical }, BLOCKS_QUERY.write(position)));
    return { found: { chain, position } };
  }
  const target = readGoTo(go);
  if (target !== undefined)
    return { href: hrefTo("blocks", { chain: canonical }, BLOCKS_QUERY.write(target)), status: 307 };
  return { found: { chain, position, misread: go } };
};
