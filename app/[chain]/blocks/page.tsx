import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { readListedBlocks } from "@/app/[chain]/blocks/blocks";
import { EvmBlocks, evmBlocksTitle } from "@/app/[chain]/blocks/evm";
import { requireChain } from "@/app/[chain]/chain";
import { findEvmChain, listL1Chains } from "@/app/[chain]/evm-chain";
import { headOf } from "@/app/[chain]/network";
import { readStatus, settle, troubleOf } from "@/app/server";
import type { EvmChain } from "@/components/evm/chain";
import { BlockFilters } from "@/components/list/block-filters";
import { BlockList } from "@/components/list/block-list";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import { GoTo } from "@/components/list/go-to";
import {
  formatUtc,
  queryOf,
  readBlockListParams,
  readGoTo,
  type SearchParams,
} from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { NodeAwayNotice } from "@/components/state/node-away-notice";
import { EmptyState } from "@/components/state/state";
import { CHAINS, type Chain, isChain } from "@/components/ui/chains";
import { groupDigits } from "@/components/ui/format";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { FirnError } from "@/lib/errors";

interface BlocksPageProps {
  params: Promise<{ chain: string }>;
  searchParams: Promise<SearchParams>;
}

const PAGE_ROWS = 25;

export async function generateMetadata({ params }: BlocksPageProps): Promise<Metadata> {
  const segment = (await params).chain;
  const evm = await findEvmList(segment);
  if (evm !== undefined && !(evm instanceof FirnError)) return { title: evmBlocksTitle(evm) };
  return { title: titleOf(requireChain(segment)) };
}

export default async function BlocksPage({ params, searchParams }: BlocksPageProps) {
  const segment = (await params).chain;
  const search = await searchParams;
  const evm = await findEvmList(segment);
  if (evm instanceof FirnError) return <BlocksFailure error={evm} />;
  if (evm !== undefined) return <EvmBlocks chain={evm} segment={segment} search={search} />;
  const chain = requireChain(segment);
  const goTo = typeof search.go === "string" ? readGoTo(search.go) : undefined;
  if (goTo !== undefined) redirect(`/${chain}/blocks?${goTo}`);
  const position = readBlockListParams(search);
  if (position === undefined) notFound();

  const [status, l1s, blocks] = await Promise.all([
    readStatus(),
    listL1Chains(),
    settle(readListedBlocks(chain, position, { pageSize: PAGE_ROWS })),
  ]);
  const head = status instanceof FirnError ? undefined : headOf(chain, status)?.height;
  const filters = queryOf({ from: utc(position.from), to: utc(position.to) });
  const startsNewest = position.before === undefined && position.to === undefined;
  const csv = queryOf({ before: position.before, from: utc(position.from), to: utc(position.to) });
  return (
    <>
      <PageHead
        eyebrow={<ChainNav chain={chain} noun="blocks" l1s={l1s} />}
        title={titleOf(chain)}
        actions={
          <>
            <GoTo chain={chain} misread={typeof search.go === "string" ? search.go : undefined} />
            <CsvLink href={`/${chain}/blocks/csv?${csv}`} />
          </>
        }
      />
      {!(status instanceof FirnError) && <NodeAwayNotice status={status} />}
      <BlockFilters chain={chain} position={position} head={head} />
      {blocks instanceof FirnError ? (
        <Failure what="blocks" trouble={troubleOf(blocks)} />
      ) : blocks.page.blocks.length === 0 ? (
        <NoBlocks chain={chain} head={head} />
      ) : (
        <BlockList
          chain={chain}
          path={blocks.path}
          first={blocks.page}
          {...(blocks.evmPath !== undefined && { evmPath: blocks.evmPath })}
          filters={filters}
          {...(startsNewest ? { newestHref: `/${chain}/blocks${filters && `?${filters}`}` } : {})}
        />
      )}
    </>
  );
}

/** The chain whose blocks no index of the node holds; undefined of the three that have one. */
async function findEvmList(segment: string): Promise<EvmChain | FirnError | undefined> {
  return isChain(segment) ? undefined : settle(findEvmChain(segment));
}

function BlocksFailure({ error }: { error: FirnError }) {
  return (
    <>
      <PageHead title="Blocks" />
      <Failure what="blocks" trouble={troubleOf(error)} />
    </>
  );
}

function titleOf(chain: Chain): string {
  return `${CHAINS[chain].name} blocks`;
}

function NoBlocks({ chain, head }: { chain: Chain; head: number | undefined }) {
  return (
    <Panel label={titleOf(chain)}>
      <EmptyState
        title="No blocks here"
        action={
          <a className="btn" href={`/${chain}/blocks`}>
            See the newest
          </a>
        }
      >
        {head === undefined
          ? "Firn has not stored a block yet."
          : `Firn has read every ${CHAINS[chain].name} block up to ${groupDigits(head)}, none is in this range.`}
      </EmptyState>
    </Panel>
  );
}

function utc(seconds: number | undefined): string | undefined {
  return seconds === undefined ? undefined : formatUtc(seconds);
}
