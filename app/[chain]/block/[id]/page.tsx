import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { EvmBlockPage } from "@/app/[chain]/block/[id]/evm";
import { readEvmBlockTxs } from "@/app/[chain]/block/[id]/evm-txs";
import { GenesisBlockPage } from "@/app/[chain]/block/[id]/genesis";
import { requireChain } from "@/app/[chain]/chain";
import { callForBlock, commandsOf, restPath } from "@/app/[chain]/commands";
import { findEvmChain } from "@/app/[chain]/evm-chain";
import { findGenesisBlock, firstHeight } from "@/app/[chain]/genesis-block";
import { blockchainIdOf, headOf, networkFacts, tryId } from "@/app/[chain]/network";
import {
  arrivalOf,
  insideOf,
  readBlock,
  readContainer,
  readOutcome,
  requireStatus,
  withAssets,
} from "@/app/[chain]/read";
import { settle, troubleOf } from "@/app/server";
import { BlockView, type BlockViewProps } from "@/components/block/block-view";
import { readRawView } from "@/components/hex/raw-bytes";
import { type Place, type PlaceQuery, partAt, readPlace } from "@/components/list/place";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import { groupDigits } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { formatId } from "@/lib/avalanche/ids";
import { MAX_HEIGHT } from "@/lib/contract/data/parameters";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

interface BlockPageProps {
  params: Promise<{ chain: string; id: string }>;
  searchParams: Promise<{ raw?: string | string[] } & PlaceQuery>;
}

export async function generateMetadata({ params }: BlockPageProps): Promise<Metadata> {
  const { chain, id } = await params;
  if (isChain(chain)) return { title: titleOf(chain, id) };
  const named = await settle(findEvmChain(chain));
  const { name } = named instanceof FirnError || named === undefined ? { name: "" } : named;
  return { title: `${name} block ${id}`.trim() };
}

export default async function BlockPage({ params, searchParams }: BlockPageProps) {
  const { chain: letter, id } = await params;
  const { raw, ...query } = await searchParams;
  const place = readPlace(query);
  const named = isChain(letter) ? undefined : await settle(findEvmChain(letter));
  if (named instanceof FirnError) return <BlockFailure title="Block" error={named} />;
  if (named?.segment === "c") permanentRedirect(`/c/block/${id}`);
  if (named !== undefined) return <EvmBlockPage chain={named} segment={letter} id={id} place={place} />;
  const chain = requireChain(letter);
  if (id === "0") return <GenesisBlockPage chain={chain} />;
  const found = await settle(loadBlock(chain, id, place));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return <BlockFailure title={titleOf(chain, id)} error={found} />;
  }
  const evmTxs = chain === "c" ? await readEvmBlockTxs("c", found.view.container.height, place) : undefined;
  return (
    <>
      <NodeAwayNotice status={found.status} />
      <BlockView {...found.view} {...(evmTxs === undefined ? {} : { evmTxs })} raw={readRawView(raw)} />
    </>
  );
}

function BlockFailure({ title, error }: { title: string; error: FirnError }) {
  return (
    <>
      <PageHead title={title} />
      <Failure what="this block" trouble={troubleOf(error)} />
    </>
  );
}

/** @throws FirnError; answers a text that is no block's with 404 and another form of its name with 308 */
async function loadBlock(
  chain: Chain,
  id: string,
  place: Place,
): Promise<{ view: Omit<BlockViewProps, "raw" | "evmTxs">; status: FirnStatus }> {
  const container = await canonicalContainer(chain, id);
  const isVertex = container.stream === "X/vtx";
  const name = isVertex ? container.containerId : String(container.height);
  const [status, answer] = await Promise.all([
    requireStatus(),
    isVertex ? undefined : readBlock(chain, name),
  ]);
  const block = insideOf(container);
  const part = partAt(block.txs, chain === "c" ? "atomic" : "txs", place);
  const blockchainId = blockchainIdOf(chain, status);
  const acceptedAt = Number(BigInt(container.acceptedAtNs) / 1_000_000_000n);
  const time = answer?.blockTimestamp ?? acceptedAt;
  const jsonPath = restPath(status, chain, `${isVertex ? "vertices" : "blocks"}/${name}`);
  const view = {
    block,
    part,
    container,
    answer,
    time,
    network: await withAssets(networkFacts(status), [{ ...block, txs: [...part.rows] }]),
    outcome: await readOutcome(block),
    first: container.height === 1 ? await firstHeight(chain) : 0,
    head: headOf(chain, status)?.height,
    ...(blockchainId !== undefined && { blockchainId: formatId(blockchainId) }),
    arrival: arrivalOf(container, time),
    commands: commandsOf(status, callForBlock(container), jsonPath),
    jsonPath,
  };
  return { view, status };
}

/** Heights lead to their page at once, ids of blocks and containers by a permanent redirect: accepted is final. */
async function canonicalContainer(chain: Chain, text: string): Promise<FirnContainer> {
  if (/^\d{1,15}$/.test(text)) {
    const height = Number(text);
    if (height > MAX_HEIGHT) notFound();
    if (String(height) !== text) permanentRedirect(`/${chain}/block/${height}`);
    return readContainer(chain, text);
  }
  const id = tryId(text);
  if (id === undefined) notFound();
  const container = await settle(readContainer(chain, formatId(id)));
  if (container instanceof FirnError) {
    if (container.code === "NOT_FOUND" && (await findGenesisBlock(chain, text)))
      permanentRedirect(`/${chain}/block/0`);
    throw container;
  }
  if (container.txIndex !== undefined) notFound();
  if (container.stream === "X/vtx") {
    if (text !== container.containerId) permanentRedirect(`/${chain}/block/${container.containerId}`);
    return container;
  }
  permanentRedirect(`/${chain}/block/${container.height}`);
}

function titleOf(chain: Chain, id: string): string {
  const { name } = CHAINS[chain];
  return /^\d{1,15}$/.test(id) ? `${name} block ${groupDigits(id)}` : `${name} block`;
}
