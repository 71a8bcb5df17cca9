import { readBlocks } from "@/app/[chain]/blocks/blocks";
import { readEvmBlocks } from "@/app/[chain]/blocks/evm-blocks";
import type { EvmChain } from "@/components/evm/chain";
import { NodeError } from "@/lib/errors";
import { groupDigits } from "@/lib/words/format";

/**
 * Height of an EVM chain's last block up to `at` (unix seconds); 0, the genesis, before the first block. @throws
 * FirnError, also if that block is older than those that Firn has
 */
export async function heightUpTo(chain: EvmChain, at: number): Promise<number> {
  const position = { to: at + 1 };
  const { page } =
    chain.segment === "c"
      ? await readBlocks("c", position, { pageSize: 1 })
      : await readEvmBlocks(chain, position, { pageSize: 1 });
  const [last] = page.blocks;
  const { history } = chain;
  if (last === undefined && chain.segment !== "c" && history !== undefined && history.older !== "none")
    throw new NodeError(
      "HISTORY_PARTIAL",
      `Firn has ${chain.name} from block ${groupDigits(history.firstBlock)} on, which is later than that time`,
    );
  return Number(last?.blockNumber ?? 0);
}
