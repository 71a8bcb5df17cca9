import type { ChainLetter } from "@/components/ui/chain-tag";
import { headTail } from "@/lib/words/format";

/** A chain that has pages here, at either end of a message. */
export interface MessageChain {
  /** cb58; undefined when only its URL is known. */
  id?: string;
  evmChainId?: string;
  segment: string;
  name: string;
  tag: ChainLetter;
}

/** One end of a message as the API names it. */
interface End {
  blockchainId?: string | undefined;
  chainId?: string | undefined;
}

/** The chain at one end of a message; undefined if it has no pages here. */
export function chainAt(
  { blockchainId, chainId }: End,
  chains: readonly MessageChain[],
): MessageChain | undefined {
  return chains.find(
    ({ id, evmChainId }) =>
      (id !== undefined && id === blockchainId) || (evmChainId !== undefined && evmChainId === chainId),
  );
}

/** Words for a chain that has no pages here. */
export function nameOfOther({ blockchainId, chainId }: End): string {
  if (chainId !== undefined) return `Chain ${chainId}`;
  return blockchainId === undefined ? "any chain" : headTail(blockchainId);
}
