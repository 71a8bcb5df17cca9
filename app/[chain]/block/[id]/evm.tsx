import { notFound, permanentRedirect } from "next/navigation";
import { readEvmBlockTxs } from "@/app/[chain]/block/[id]/evm-txs";
import { commandsAt } from "@/app/[chain]/commands";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { streamOfEvm } from "@/app/[chain]/network";
import { readStatus, settle, troubleOf } from "@/app/server";
import { EvmBlockView } from "@/components/evm/block/block-view";
import { type EvmChain, isEvmHash } from "@/components/evm/chain";
import type { Place } from "@/components/list/place";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { PageHead } from "@/components/ui/page-head";
import { getBlock } from "@/lib/contract/data/evm-blocks";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

interface EvmBlockProps {
  chain: EvmChain;
  /** How the address names chain and block. */
  segment: string;
  id: string;
  place: Place;
}

/** The page of a block of an EVM chain that is no part of the Primary Network. */
export async function EvmBlockPage({ chain, segment, id, place }: EvmBlockProps) {
  if (!isEvmHash(id) && !/^\d{1,12}$/.test(id)) notFound();
  const block = await settle(readEvmBlock(chain.evmChainId, id));
  if (block instanceof FirnError) {
    if (block.code === "NOT_FOUND") notFound();
    return <BlockFailure chain={chain} error={block} />;
  }
  const { blockNumber } = block;
  if (segment !== chain.segment || id !== blockNumber)
    permanentRedirect(`/${chain.segment}/block/${blockNumber}`);
  const [status, txs] = await Promise.all([
    readStatus(),
    readEvmBlockTxs(chain.segment, Number(blockNumber), place),
  ]);
  if (txs === undefined) notFound();
  if (!("part" in txs)) return <Failure what="this block" trouble={txs} />;
  const jsonPath = fillRoute(getBlock, { params: { chainId: chain.evmChainId, blockId: blockNumber } });
  const quantity = `0x${Number(blockNumber).toString(16)}`;
  const stream = status instanceof FirnError ? undefined : streamOfEvm(chain, status);
  return (
    <>
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} evmChainId={chain.evmChainId} />}
      <EvmBlockView
        chain={chain}
        block={block}
        txs={txs}
        head={stream?.indexedHead?.height}
        commands={commandsAt(
          chain.rpcUrl,
          { method: "eth_getBlockByNumber", params: [quantity, false] },
          jsonPath,
        )}
        jsonPath={jsonPath}
      />
    </>
  );
}

function BlockFailure({ chain, error }: { chain: EvmChain; error: FirnError }) {
  return (
    <>
      <PageHead title={`${chain.name} block`} />
      <Failure what="this block" trouble={troubleOf(error)} />
    </>
  );
}
