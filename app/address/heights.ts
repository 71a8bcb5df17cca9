import { readBlocks } from "@/app/[chain]/blocks/blocks";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { api } from "@/app/server";
import { lastHeightUpTo } from "@/components/address/height-at";
import type { EvmChain } from "@/components/evm/chain";
import { getLatestBlocks } from "@/lib/contract/data/evm-blocks";

/** Height of an EVM chain's last block up to `at` (unix seconds); 0, the genesis, before the first. @throws FirnError */
export async function heightUpTo(chain: EvmChain, at: number): Promise<number> {
  if (chain.segment !== "c") return l1HeightUpTo(chain, at);
  const { page } = await readBlocks("c", { to: at + 1 }, { pageSize: 1 });
  return Number(page.blocks[0]?.blockNumber ?? 0);
}

/** The same of an L1, whose list of blocks knows no times: looked for between its genesis and its newest. */
async function l1HeightUpTo({ evmChainId }: EvmChain, at: number): Promise<number> {
  const { blocks } = await api().get(getLatestBlocks, {
    params: { chainId: evmChainId },
    query: { pageSize: 1 },
  });
  return lastHeightUpTo(at, Number(blocks[0]?.blockNumber ?? 0), async (height) => {
    return (await readEvmBlock(evmChainId, String(height))).blockTimestamp;
  });
}
