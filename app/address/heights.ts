import { readBlocks } from "@/app/[chain]/blocks/blocks";
import { readEvmBlocks } from "@/app/[chain]/blocks/evm-blocks";
import type { EvmChain } from "@/components/evm/chain";

/**
 * Height of an EVM chain's last block up to `at` (unix seconds); 0, the genesis, before the first block. @throws
 * FirnError
 */
export async function heightUpTo(chain: EvmChain, at: number): Promise<number> {
  const position = { to: at + 1 };
  const { page } =
    chain.segment === "c"
      ? await readBlocks("c", position, { pageSize: 1 })
      : await readEvmBlocks(chain, position, { pageSize: 1 });
  return Number(page.blocks[0]?.blockNumber ?? 0);
}
