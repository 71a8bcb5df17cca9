import type { ReactNode } from "react";
import { readFoundBlocks, readListedBlocks, searchedEvmChain } from "@/app/[chain]/blocks/blocks";
import { readEvmBlocks } from "@/app/[chain]/blocks/evm-blocks";
import { headOf, streamOfEvm } from "@/app/[chain]/network";
import { EvmBlockList } from "@/components/evm/block/block-list";
import type { EvmChain } from "@/components/evm/chain";
import { endingOf } from "@/components/evm/history";
import { BlockList, FoundBlockList } from "@/components/list/block/block-list";
import { type BlockListParams, queryOfBlocks } from "@/components/list/list-params";
import { NothingYet } from "@/components/list/nothing-yet";
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
      const evm = await searchedEvmChain(chain, position);
      if (evm !== undefined) return foundAt(evm, position);
      const { page, ...paths } = await readListedBlocks(chain, position, { pageSize: PAGE_ROWS });
      if (page.blocks.length === 0) return nothingIn(chain, position, page);
      return <BlockList chain={chain} {...paths} first={page} {...positionOf(chain, position)} />;
    },
  };
}

/** The C-Chain's blocks that a search of its EVM side finds. */
async function foundAt(evm: EvmChain, position: BlockListParams): Promise<ReactNode> {
  const { page, ...paths } = await readFoundBlocks(evm, position, { pageSize: PAGE_ROWS });
  if (page.blocks.length === 0) return nothingIn("c", position, page);
  return <FoundBlockList {...paths} first={page} ending={endingOf(evm)} {...positionOf("c", position)} />;
}

function evmChain(chain: EvmChain): ListedChain {
  return {
    segment: chain.segment,
    name: chain.name,
    evm: chain,
    headIn: (status) => streamOfEvm(chain, status)?.indexedHead?.height,
    async listAt(position) {
      const { page, path } = await readEvmBlocks(chain, position, { pageSize: PAGE_ROWS });
      if (page.blocks.length === 0) return nothingIn(chain.segment, position, page);
      return <EvmBlockList chain={chain} path={path} first={page} {...positionOf(chain.segment, position)} />;
    },
  };
}

/** Undefined for a list without rows; a search may have looked at a part of the blocks only. */
function nothingIn(
  segment: string,
  position: BlockListParams,
  { searchedTo }: { searchedTo?: string | undefined },
): ReactNode {
  if (searchedTo === undefined) return undefined;
  const query = queryOfBlocks({ ...position, before: Number(searchedTo) });
  return (
    <NothingYet
      label="Blocks"
      searched={{ to: searchedTo, isDown: true }}
      href={hrefTo("blocks", { chain: segment }, query)}
    />
  );
}

/** The list's filters, and the address of its newest rows if it starts with them. */
function positionOf(
  segment: string,
  { before, ...filter }: BlockListParams,
): { filters: QueryOf<"blocks">; newestHref?: string } {
  const filters = queryOfBlocks(filter);
  const isNewest = before === undefined && filter.to === undefined;
  return {
    filters,
    ...(isNewest && { newestHref: hrefTo("blocks", { chain: segment }, filters) }),
  };
}
