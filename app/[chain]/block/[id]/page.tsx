import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { requireChain } from "@/app/[chain]/chain";
import { commandsOf } from "@/app/[chain]/commands";
import { networkFacts, pChainHead, tryId } from "@/app/[chain]/network";
import { arrivalOf, blockOf, readBlock, readContainer, readOutcome, requireStatus } from "@/app/[chain]/read";
import { settle, troubleOf } from "@/app/server";
import { BlockView, type BlockViewProps } from "@/components/block/block-view";
import { readRawView } from "@/components/hex/raw-bytes";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { groupDigits } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { formatId } from "@/lib/avalanche/ids";
import { MAX_HEIGHT } from "@/lib/contract/data/parameters";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { FirnError } from "@/lib/errors";

interface BlockPageProps {
  params: Promise<{ chain: string; id: string }>;
  searchParams: Promise<{ raw?: string | string[] }>;
}

export async function generateMetadata({ params }: BlockPageProps): Promise<Metadata> {
  return { title: titleOf((await params).id) };
}

export default async function BlockPage({ params, searchParams }: BlockPageProps) {
  const { chain, id } = await params;
  requireChain(chain);
  const found = await settle(loadBlock(id));
  if (found instanceof FirnError) {
    if (found.code === "NOT_FOUND") notFound();
    return (
      <>
        <PageHead title={titleOf(id)} />
        <Failure what="this block" trouble={troubleOf(found)} />
      </>
    );
  }
  return (
    <>
      <NodeAwayNotice status={found.status} />
      <BlockView {...found.view} raw={readRawView((await searchParams).raw)} />
    </>
  );
}

/** @throws FirnError; answers a text that is no block's with 404 and another form of its height with 308 */
async function loadBlock(id: string): Promise<{ view: Omit<BlockViewProps, "raw">; status: FirnStatus }> {
  const height = await canonicalHeight(id);
  const [status, container, answer] = await Promise.all([
    requireStatus(),
    readContainer(height),
    readBlock(height),
  ]);
  const block = blockOf(container);
  const view = {
    block,
    container,
    answer,
    network: networkFacts(status),
    outcome: await readOutcome(block),
    head: pChainHead(status)?.height,
    arrival: arrivalOf(container, answer.blockTimestamp),
    commands: commandsOf(status, {
      method: "platform.getBlockByHeight",
      params: { height, encoding: "hex" },
      path: `blocks/${height}`,
    }),
  };
  return { view, status };
}

/** Heights lead to their page at once, ids of blocks and containers by a permanent redirect: accepted is final. */
async function canonicalHeight(text: string): Promise<string> {
  if (/^\d{1,15}$/.test(text)) {
    const height = Number(text);
    if (height > MAX_HEIGHT) notFound();
    if (String(height) !== text) permanentRedirect(`/p/block/${height}`);
    return text;
  }
  const id = tryId(text);
  if (id === undefined) notFound();
  const container = await readContainer(formatId(id));
  if (container.txIndex !== undefined) notFound();
  permanentRedirect(`/p/block/${container.height}`);
}

function titleOf(id: string): string {
  return /^\d{1,15}$/.test(id) ? `P-Chain block ${groupDigits(id)}` : "P-Chain block";
}
