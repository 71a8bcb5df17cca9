import { callForBlock, chainParams, commandsOf } from "@/app/[chain]/commands";
import { readGenesisBytes } from "@/app/[chain]/genesis-block";
import { headOf } from "@/app/[chain]/network";
import { requireStatus } from "@/app/[chain]/read";
import { failureOf, toResult } from "@/app/server";
import { type GenesisBlock, GenesisView } from "@/components/block/genesis-view";
import { Failure } from "@/components/state/failure";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { getBlockById } from "@/lib/contract/data/primary-network-blocks";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

/** The page of block 0, which is in no container. */
export async function GenesisBlockPage({ chain, block }: { chain: Chain; block: GenesisBlock }) {
  const status = await toResult(requireStatus());
  if (status instanceof FirnError) {
    return (
      <>
        <PageHead title={`${CHAINS[chain].name} block 0`} />
        <Failure what="this block" failure={failureOf(status)} />
      </>
    );
  }
  const jsonPath =
    block.jsonPath ?? fillRoute(getBlockById, { params: { ...chainParams(status, chain), blockId: "0" } });
  const raw = await toResult(readGenesisBytes(chain, block));
  const { stream } = CHAINS[chain];
  const call = callForBlock({ chain, stream, height: 0, containerId: block.hash });
  return (
    <GenesisView
      chain={chain}
      block={block}
      raw={raw instanceof FirnError ? undefined : raw}
      head={headOf(chain, status)?.height}
      commands={await commandsOf(status, call, jsonPath)}
      jsonPath={jsonPath}
    />
  );
}
