import { notFound, permanentRedirect, redirect } from "next/navigation";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { api, readStatus, settle, troubleOf } from "@/app/server";
import { EvmBlockList } from "@/components/evm/block-list";
import type { EvmChain } from "@/components/evm/chain";
import { SubnetButton } from "@/components/evm/subnet-crumb";
import { ChainNav } from "@/components/list/chain-nav";
import { GoTo } from "@/components/list/go-to";
import type { SearchParams } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { EmptyState } from "@/components/state/state";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { getLatestBlocks } from "@/lib/contract/data/evm-blocks";
import { fillRoute } from "@/lib/contract/route";
import { FirnError } from "@/lib/errors";

const PAGE_ROWS = 25;

interface EvmBlocksProps {
  chain: EvmChain;
  /** How the address names the chain. */
  segment: string;
  search: SearchParams;
}

/** The page of the blocks of an EVM chain that is no part of the Primary Network. */
export async function EvmBlocks({ chain, segment, search: { before, go } }: EvmBlocksProps) {
  const path = `/${chain.segment}/blocks`;
  if (segment !== chain.segment) permanentRedirect(path);
  if (typeof go === "string" && /^\d{1,12}$/.test(go)) redirect(`${path}?before=${Number(go) + 1}`);
  if (before !== undefined && !/^\d{1,12}$/.test(String(before))) notFound();
  const request = {
    params: { chainId: chain.evmChainId },
    query: { pageSize: PAGE_ROWS, ...(before !== undefined && { before: Number(before) }) },
  };
  const [status, l1s, blocks] = await Promise.all([
    readStatus(),
    listL1Chains(),
    settle(api().get(getLatestBlocks, request)),
  ]);
  const title = evmBlocksTitle(chain);
  return (
    <>
      <PageHead
        eyebrow={<ChainNav chain={chain.segment} noun="blocks" l1s={l1s} />}
        title={title}
        actions={
          <>
            <GoTo
              chain={chain.segment}
              misread={typeof go === "string" && go !== "" ? go : undefined}
              byDate={false}
            />
            {chain.subnetId !== undefined && <SubnetButton subnetId={chain.subnetId} />}
          </>
        }
      />
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      {blocks instanceof FirnError ? (
        <Failure what="blocks" trouble={troubleOf(blocks)} />
      ) : blocks.blocks.length === 0 ? (
        <Panel label={title}>
          <EmptyState title="No blocks here">
            {before === undefined
              ? "Firn has not stored a block yet."
              : "None is older than the one the address names."}
          </EmptyState>
        </Panel>
      ) : (
        <EvmBlockList
          chain={chain}
          path={fillRoute(getLatestBlocks, request)}
          first={blocks}
          {...(before === undefined && { newestHref: path })}
        />
      )}
    </>
  );
}

export function evmBlocksTitle({ name }: EvmChain): string {
  return `${name} blocks`;
}
