import { type ListedChain, listedChain } from "@/app/[chain]/blocks/listed";
import { listL1Chains } from "@/app/[chain]/evm-chain";
import { definePage, defineTitle, type PageProps } from "@/app/define-page";
import { failureOf, readStatus, toResult } from "@/app/server";
import { XListsNav } from "@/components/asset/x-lists-nav";
import { HistoryNote } from "@/components/evm/history-note";
import { ListsNav } from "@/components/evm/lists/lists-nav";
import { SubnetButton } from "@/components/evm/subnet-crumb";
import { BlockFilters } from "@/components/list/block/block-filters";
import { GoTo } from "@/components/list/block/go-to";
import { ChainNav } from "@/components/list/chain-nav";
import { CsvLink } from "@/components/list/csv-link";
import { queryOfBlocks } from "@/components/list/list-params";
import { Failure } from "@/components/state/failure";
import { GapNote } from "@/components/state/gap-note";
import { EmptyState } from "@/components/state/state";
import { button } from "@/components/ui/button";
import { PageHead } from "@/components/ui/page-head";
import { Panel } from "@/components/ui/panel";
import { hrefTo } from "@/lib/contract/pages";
import { FirnError } from "@/lib/errors";
import { groupDigits } from "@/lib/words/format";

export const generateMetadata = defineTitle("blocks", ({ found }) =>
  found instanceof FirnError ? "Blocks" : titleOf(listedChain(found.chain)),
);

export default definePage("blocks", BlocksPage);

async function BlocksPage({ found }: PageProps<"blocks">) {
  if (found instanceof FirnError) return <BlocksFailure error={found} />;
  const { position, misread } = found;
  const chain = listedChain(found.chain);
  const [status, l1s, list] = await Promise.all([
    readStatus(),
    listL1Chains(),
    toResult(chain.listAt(position)),
  ]);
  const head = status instanceof FirnError ? undefined : chain.headIn(status);
  return (
    <>
      <PageHead
        eyebrow={
          <>
            <ChainNav chain={chain.segment} noun="blocks" l1s={l1s} />
            {(chain.evm ?? chain.letter === "c") && <ListsNav chain={chain} current="blocks" />}
            {chain.letter === "x" && <XListsNav current="blocks" />}
          </>
        }
        title={titleOf(chain)}
        actions={
          <>
            <GoTo chain={chain.segment} misread={misread} />
            <CsvLink href={hrefTo("blocksCsv", { chain: chain.segment }, queryOfBlocks(position))} />
            {chain.evm?.subnetId !== undefined && <SubnetButton subnetId={chain.evm.subnetId} />}
          </>
        }
      />
      {!(status instanceof FirnError) && chain.letter && <GapNote status={status} chain={chain.letter} />}
      {chain.evm && <HistoryNote chain={chain.evm} of="lists" />}
      <BlockFilters chain={chain.segment} position={position} head={head} />
      {list instanceof FirnError ? (
        <Failure what="blocks" failure={failureOf(list)} />
      ) : (
        (list ?? <NoBlocks chain={chain} head={head} before={position.before} />)
      )}
    </>
  );
}

function BlocksFailure({ error }: { error: FirnError }) {
  return (
    <>
      <PageHead title="Blocks" />
      <Failure what="blocks" failure={failureOf(error)} />
    </>
  );
}

function titleOf({ name }: ListedChain): string {
  return `${name} blocks`;
}

interface NoBlocksProps {
  chain: ListedChain;
  head: number | undefined;
  before: number | undefined;
}

function NoBlocks({ chain, head, before }: NoBlocksProps) {
  const { segment } = chain;
  // Lists hold accepted blocks. Block 0 was never accepted.
  const isGenesis = before === 1;
  const action = isGenesis
    ? { href: hrefTo("block", { chain: segment, id: 0 }), label: "Open block 0" }
    : { href: hrefTo("blocks", { chain: segment }), label: "See the newest" };
  const { history } = chain.evm ?? {};
  const first = history && history.older !== "none" ? `from ${groupDigits(history.firstBlock)} ` : "";
  const text =
    head === undefined
      ? "Firn has not stored any block yet."
      : `Firn has every ${chain.name} block ${first}up to ${groupDigits(head)}; none matches.`;
  return (
    <Panel label={titleOf(chain)}>
      <EmptyState
        title="No blocks here"
        action={
          <a className={button()} href={action.href}>
            {action.label}
          </a>
        }
      >
        {isGenesis ? "Only block 0, the genesis, comes before block 1. Lists leave it out." : text}
      </EmptyState>
    </Panel>
  );
}
