import type { ReactNode } from "react";
import { readListedBlocks } from "@/app/[chain]/blocks/blocks";
import { readEvmBlocks } from "@/app/[chain]/blocks/evm-blocks";
import { headOf, streamOfEvm } from "@/app/[chain]/network";
import { EvmBlockList } from "@/components/evm/block/block-list";
import type { EvmChain } from "@/components/evm/chain";
import { BlockList } from "@/components/list/block/block-list";
import { type BlockListParams, queryOfBlocks } from "@/components/list/list-params";
import { CHAINS, type Chain } from "@/components/ui/chains";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";

/** A chain as its page of blocks needs it. */
export interface ListedChain {
  /** First segment of its addresses. */
  segment: string;
  name: string;
  /** Set for a chain of the Primary Network. */
  letter?: Chain;
  /** Set for a chain outside the Primary Network. */
  evm?: EvmChain;
  /** Height of the newest block that Firn has. */
  headIn(status: FirnStatus): number | undefined;
  /** The list at a position, undefined if it has no rows. @throws FirnError */
  listAt(position: BlockListParams): Promise<ReactNode>;
}

const PAGE_ROWS = 25;

/** A chain with its list of blocks. */
export function listedChain(chain: Chain | EvmChain): ListedChain {
  return typeof chain === "string" ? primaryChain(chain) : evmChain(chain);
}

function primaryChain(chain: Chain): ListedChain {
  return {
    segment: chain,
    letter: chain,
    name: CHAINS[chain].name,
    headIn: (status) => headOf(chain, status)?.height,
    async listAt(position) {
      const { page, ...paths } = await readListedBlocks(chain, position, { pageSize: PAGE_ROWS });
      if (page.blocks.length === 0) return undefined;
      return <BlockList chain={chain} {...paths} first={page} {...positionOf(chain, position)} />;
    },
  };
}

function evmChain(chain: EvmChain): ListedChain {
  return {
    segment: chain.segment,
    name: chain.name,
    evm: chain,
    headIn: (status) => streamOfEvm(chain, status)?.indexedHead?.height,
    async listAt(position) {
      const { page, path } = await readEvmBlocks(chain, position, { pageSize: PAGE_ROWS });
      if (page.blocks.length === 0) return undefined;
      return <EvmBlockList chain={chain} path={path} first={page} {...positionOf(chain.segment, position)} />;
    },
  };
}

/** The list's filters, and the address of its newest rows if it starts with them. */
function positionOf(
  segment: string,
  { before, from, to }: BlockListParams,
): { filters: QueryOf<"blocks">; newestHref?: string } {
  const filters = queryOfBlocks({ from, to });
  const isNewest = before === undefined && to === undefined;
  return {
    filters,
    ...(isNewest && { newestHref: hrefTo("blocks", { chain: segment }, filters) }),
  };
}
