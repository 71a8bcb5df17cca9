import { findEvmChain } from "@/app/[chain]/evm-chain";
import { type Find, moved } from "@/app/existence";
import type { EvmChain } from "@/components/evm/chain";
import {
  type BlockListParams,
  queryOfBlocks,
  readBlockListParams,
  readGoTo,
} from "@/components/list/list-params";
import { type Chain, isChain } from "@/components/ui/chains";
import { hrefTo, withQuery } from "@/lib/contract/pages";

/** Whose blocks are listed, and from where on. */
export interface FoundBlocks {
  chain: Chain | EvmChain;
  position: BlockListParams;
  /** What was typed into "Go to" and is neither a height nor a time. */
  misread?: string;
}

/** `go` leads to the position it names. */
export const findBlocks: Find<"blocks", FoundBlocks> = async ({ params: { chain: segment }, search }) => {
  const chain = isChain(segment) ? segment : await findEvmChain(segment);
  const position = readBlockListParams(search);
  if (chain === undefined || position === undefined) return "missing";
  const canonical = typeof chain === "string" ? chain : chain.segment;
  const list = hrefTo("blocks", { chain: canonical });
  const { go } = search;
  if (typeof go !== "string") {
    if (segment !== canonical) return moved(withQuery(list, queryOfBlocks(position)));
    return { found: { chain, position } };
  }
  const target = readGoTo(go);
  if (target !== undefined) return { href: withQuery(list, target), status: 307 };
  return { found: { chain, position, misread: go } };
};
