import { EvmBlockPage } from "@/app/[chain]/block/[id]/evm";
import { readEvmBlockTxs } from "@/app/[chain]/block/[id]/evm-txs";
import { GenesisBlockPage } from "@/app/[chain]/block/[id]/genesis";
import { readInsides } from "@/app/[chain]/block/[id]/insides";
import { callForBlock, chainParams, commandsOf } from "@/app/[chain]/commands";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { firstHeight } from "@/app/[chain]/genesis-block";
import { blockchainIdOf, headOf } from "@/app/[chain]/network";
import { arrivalOf, readBlock, requireStatus } from "@/app/[chain]/read";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, toResult } from "@/app/server";
import { BlockView, type BlockViewProps } from "@/components/block/block-view";
import type { ListPosition } from "@/components/list/position";
import { Failure } from "@/components/state/failure";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import { PageHead } from "@/components/ui/page-head";
import { formatId } from "@/lib/avalanche/ids";
import { getBlockById } from "@/lib/contract/data/primary-network-blocks";
import { getVertexByHash } from "@/lib/contract/data/primary-network-vertices";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";
import { groupDigits } from "@/lib/words/format";

export const generateMetadata = defineTitle("block", async ({ params: { chain, id } }) => {
  if (isChain(chain)) return titleOf(chain, id);
  const named = await toResult(findEvmChain(chain));
  const { name } = named instanceof FirnError || named === undefined ? { name: "" } : named;
  return `${name} block ${id}`.trim();
});

export default definePage("block", BlockPage);

async function BlockPage({
  params: { chain: segment, id },
  query: { raw, position },
  found,
}: PageProps<"block">) {
  const title = isChain(segment) ? titleOf(segment, id) : "Block";
  if (found instanceof FirnError) return <BlockFailure title={title} error={found} />;
  if (found.kind === "evm") return <EvmBlockPage {...found} position={position} />;
  const { chain } = found;
  if (found.kind === "genesis") return <GenesisBlockPage {...found} />;
  const loaded = await toResult(loadBlock(chain, found.container, position));
  if (loaded instanceof FirnError) return <BlockFailure title={title} error={loaded} />;
  const evmTxs =
    chain === "c" ? await readEvmBlockTxs("c", loaded.view.container.height, position) : undefined;
  return <BlockView {...loaded.view} {...(evmTxs === undefined ? {} : { evmTxs })} raw={raw} />;
}

function BlockFailure({ title, error }: { title: string; error: FirnError }) {
  return (
    <>
      <PageHead title={title} />
      <Failure what="this block" failure={failureOf(error)} />
    </>
  );
}

/** What a block page shows. @throws FirnError */
async function loadBlock(
  chain: Chain,
  container: FirnContainer,
  position: ListPosition,
): Promise<{ view: Omit<BlockViewProps, "raw" | "evmTxs">; status: FirnStatus }> {
  const isVertex = container.stream === "X/vtx";
  const name = isVertex ? container.containerId : String(container.height);
  const [status, answer] = await Promise.all([
    requireStatus(),
    isVertex ? undefined : readBlock(chain, name),
  ]);
  const { block, slice, outcome, ...told } = await readInsides(container, position);
  const blockchainId = blockchainIdOf(chain, status);
  const time = isVertex ? container.liveTimestamp : answer?.blockTimestamp;
  const params = chainParams(status, chain);
  const jsonPath = isVertex
    ? fillRoute(getVertexByHash, { params: { ...params, vertexHash: name } })
    : fillRoute(getBlockById, { params: { ...params, blockId: name } });
  const view = {
    block,
    slice,
    container,
    answer,
    time,
    ...told,
    outcome,
    first: container.height === 1 ? await firstHeight(chain) : 0,
    head: headOf(chain, status)?.height,
    ...(blockchainId !== undefined && { blockchainId: formatId(blockchainId) }),
    arrival: arrivalOf(container, time),
    commands: await commandsOf(status, callForBlock(container), jsonPath),
    jsonPath,
  };
  return { view, status };
}

function titleOf(chain: Chain, id: string): string {
  const { name } = CHAINS[chain];
  return /^\d{1,15}$/.test(id) ? `${name} block ${groupDigits(id)}` : `${name} block`;
}
