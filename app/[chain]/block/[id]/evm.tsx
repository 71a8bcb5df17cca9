import { readEvmBlockTxs } from "@/app/[chain]/block/[id]/evm-txs";
import { commandsAt } from "@/app/[chain]/commands";
import { streamOfEvm } from "@/app/[chain]/network";
import { readStatus } from "@/app/server";
import { EvmBlockView } from "@/components/evm/block/block-view";
import type { EvmChain } from "@/components/evm/chain";
import type { ListPosition } from "@/components/list/position";
import { Failure, type ShownFailure } from "@/components/state/failure";
import { type EvmBlock, getBlock } from "@/lib/contract/data/evm-blocks";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

/** Transactions are indexed after their block. */
const NOT_READ: ShownFailure = { status: 503, sentence: "Its transactions are not indexed yet." };

interface EvmBlockProps {
  chain: EvmChain;
  block: EvmBlock;
  position: ListPosition;
}

/** The page of a block of an EVM chain outside the Primary Network. */
export async function EvmBlockPage({ chain, block, position }: EvmBlockProps) {
  const { blockNumber } = block;
  const [status, txs] = await Promise.all([
    readStatus(),
    readEvmBlockTxs(chain.segment, Number(blockNumber), position),
  ]);
  if (txs === undefined) return <Failure what="this block" failure={NOT_READ} />;
  if (!("first" in txs)) return <Failure what="this block" failure={txs} />;
  const jsonPath = fillRoute(getBlock, { params: { chainId: chain.evmChainId, blockId: blockNumber } });
  const quantity = `0x${Number(blockNumber).toString(16)}`;
  const stream = status instanceof FirnError ? undefined : streamOfEvm(chain, status);
  return (
    <EvmBlockView
      chain={chain}
      block={block}
      txs={txs}
      head={stream?.indexedHead?.height}
      commands={
        await commandsAt(
          chain.rpcUrl,
          { method: "eth_getBlockByNumber", params: [quantity, false] },
          jsonPath,
        )
      }
      jsonPath={jsonPath}
    />
  );
}
