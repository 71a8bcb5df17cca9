import { notFound } from "next/navigation";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { readEvmBlock } from "@/app/[chain]/evm-read";
import { readBlock } from "@/app/[chain]/read";
import { settle, troubleOf } from "@/app/server";
import { type GenesisBlock, GenesisView } from "@/components/block/genesis-view";
import { Failure } from "@/components/state/failure";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { FirnError } from "@/lib/errors";

/** The page of block 0, which is in no container. */
export async function GenesisBlockPage({ chain }: { chain: Chain }) {
  const block = await settle(chain === "c" ? readOfC() : readOfPrimary(chain));
  if (block instanceof FirnError && block.code !== "NOT_FOUND") {
    return (
      <>
        <PageHead title={`${CHAINS[chain].name} block 0`} />
        <Failure what="this block" trouble={troubleOf(block)} />
      </>
    );
  }
  if (block === undefined || block instanceof FirnError) notFound();
  return <GenesisView chain={chain} block={block} />;
}

async function readOfPrimary(chain: Chain): Promise<GenesisBlock> {
  const { blockHash, parentHash, blockTimestamp, currentSupply, blockSizeBytes } = await readBlock(
    chain,
    "0",
  );
  return { hash: blockHash, parentHash, time: blockTimestamp, supply: currentSupply, size: blockSizeBytes };
}

async function readOfC(): Promise<GenesisBlock | undefined> {
  const evm = await findEvmChain("c");
  if (evm === undefined) return undefined;
  const { blockHash, parentHash, blockTimestamp, gasLimit } = await readEvmBlock(evm.evmChainId, "0");
  return { hash: blockHash, parentHash, time: blockTimestamp, gasLimit };
}
