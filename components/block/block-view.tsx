import type { NetworkFacts, ProposalOutcome, ToldFacts } from "@/components/effects/tx-context";
import type { EvmBlockTxsProps } from "@/components/evm/block/block-txs";
import { formatJson } from "@/components/hex/format-json";
import { RawBytes } from "@/components/hex/raw-bytes";
import type { RawView } from "@/components/hex/raw-view";
import type { ListSlice } from "@/components/list/position";
import type { BlockClaims } from "@/components/provenance/check-block";
import { Checker } from "@/components/provenance/checker";
import { copySource } from "@/components/provenance/commands";
import { CopyAs } from "@/components/provenance/copy-as";
import { type Arrival, ArrivalList, ArrivalTime } from "@/components/provenance/on-this-node";
import { AcceptedPill, CheckedLink, CheckedPanel } from "@/components/provenance/outcome";
import { type Command, Terminal } from "@/components/provenance/terminal";
import { Failure, type ShownFailure } from "@/components/state/failure";
import { type Section, SectionNav } from "@/components/tx/section-nav";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS } from "@/components/ui/chains";
import { classes } from "@/components/ui/classes";
import { HashLink } from "@/components/ui/hash-link";
import { COLUMNS, STACK } from "@/components/ui/layout";
import { PageHead, Slash } from "@/components/ui/page-head";
import { fromHex } from "@/lib/avalanche/codec/bytes";
import { formatId } from "@/lib/avalanche/ids";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import type { FirnContainer } from "@/lib/contract/firn/containers";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { BlockFacts } from "./block-facts";
import { BLOCK_QUERY } from "./block-query";
import { blockTxPage } from "./block-tx-page";
import type { BlockInside, ChainTx } from "./inside";
import { kindOf } from "./kinds";
import { BlockTxs, EvmBlockTxs } from "./lists";
import { Neighbours } from "./neighbours";
import { blockAddress, blockPath } from "./path";
import { blockToJson, containerFields } from "./shown";
import { txContexts } from "./tx-contexts";

export interface BlockViewProps {
  block: BlockInside;
  /** The transactions of `block` shown on this page; atomic ones on the C-Chain. */
  slice: ListSlice<ChainTx>;
  container: FirnContainer;
  /** Undefined for a vertex. */
  answer: PrimaryNetworkBlock | undefined;
  /** Chain time, unix seconds; for a vertex the time when this node accepted it, if it was live then. */
  time: number | undefined;
  network: NetworkFacts;
  told: ReadonlyMap<ChainTx, ToldFacts>;
  /** Of a decided proposal. */
  outcome: ProposalOutcome | undefined;
  /** Heights of the chain's first block with a page, and of the newest block Firn has. */
  first: 0 | 1;
  head: number | undefined;
  /** cb58; undefined where Firn does not know it. */
  blockchainId?: string;
  arrival: Arrival;
  commands: Command[];
  /** Same-origin path of its JSON. */
  jsonPath: string;
  /** EVM transactions of a C-Chain block once Firn has read them, or why they could not be read. */
  evmTxs?: EvmBlockTxsProps | ShownFailure;
  raw: RawView;
}

/**
 * A block page: head, facts, transactions, bytes, and the checks beside them. Rows of EVM transactions need the whole
 * width, so only what is as short as the facts stands beside those.
 */
export function BlockView(props: BlockViewProps) {
  const { block, container, answer, outcome, evmTxs } = props;
  const arrival = (
    <ArrivalList arrival={props.arrival} index={{ stream: container.stream, number: container.index }} />
  );
  const terminal = <Terminal commands={props.commands} />;
  const claims = claimsOf(props);
  return (
    <Checker claims={claims}>
      <BlockHead {...props} />
      {block.evm !== undefined && <SectionNav sections={sectionsOf(props)} />}
      <div className={COLUMNS}>
        <div className={STACK}>
          <BlockFacts
            {...{ block, container, answer, outcome, first: props.first }}
            executed={evmTxs !== undefined && "first" in evmTxs ? evmTxs.executed : undefined}
          />
          {evmTxs === undefined ? <BlockInsides {...props} /> : arrival}
        </div>
        <div className={STACK}>
          <CheckedPanel titles={checkTitles(block)} blockId={claims.blockId} />
          {evmTxs === undefined && arrival}
          {evmTxs === undefined && terminal}
        </div>
      </div>
      {evmTxs !== undefined && (
        <div className={classes(STACK, "mt-6")}>
          <BlockInsides {...props} />
          {terminal}
        </div>
      )}
    </Checker>
  );
}

/** A block's transactions and bytes. */
function BlockInsides(props: BlockViewProps) {
  const { block, slice, container, network, outcome, told, evmTxs } = props;
  const time = props.time === undefined ? undefined : BigInt(props.time);
  const blockContext = { network, time, outcome, told };
  const { chain } = block;
  const bytes = fromHex(container.bytes);
  return (
    <>
      {evmTxs !== undefined &&
        ("first" in evmTxs ? (
          evmTxs.count > 0 && <EvmBlockTxs {...evmTxs} />
        ) : (
          <Failure what="EVM transactions" failure={evmTxs} />
        ))}
      {slice.count > 0 && (
        <BlockTxs
          title={chain === "c" ? "Atomic transactions" : "Transactions"}
          list={slice.list}
          first={blockTxPage({ ...slice, rows: txContexts(block, blockContext, slice.rows) })}
          from={slice.from}
          count={slice.count}
          path={hrefTo("blockTxs", blockAddress(container))}
          href={blockPath(container)}
        />
      )}
      <RawBytes
        hex={container.bytes}
        fields={containerFields(container, bytes, network)}
        json={() => formatJson(blockToJson(block, network))}
        view={props.raw}
        hrefOf={(view) => withQuery<"block">(blockPath(container), BLOCK_QUERY.write({ raw: view }))}
      />
    </>
  );
}

/** Sections of a C-Chain block, which has more of them than others. */
function sectionsOf({ block: { txs }, evmTxs }: BlockViewProps): Section[] {
  const evmCount = evmTxs !== undefined && "first" in evmTxs ? evmTxs.count : 0;
  return [
    { id: "overview", title: "Overview" },
    ...(evmCount === 0 ? [] : [{ id: "txs", title: "Transactions", count: evmCount }]),
    ...(txs.length === 0 ? [] : [{ id: "atomic", title: "Atomic", count: txs.length }]),
    { id: "raw", title: "Raw" },
  ];
}

/** Titles of the checks, shown before they have run. */
function checkTitles({ evm }: BlockInside): string[] {
  return [
    "Height and parent read from bytes",
    ...(evm === undefined ? [] : ["Body matches", "Atomic transactions belong to it"]),
    "Index agrees",
    "Proposer signed it",
  ];
}

function claimsOf({ block, container, answer, blockchainId }: BlockViewProps): BlockClaims {
  const proposer = answer?.proposerDetails?.proposerNodeId;
  return {
    kind: "block",
    chain: block.chain,
    stream: container.stream,
    container: container.bytes,
    containerId: container.containerId,
    index: container.index,
    blockId: container.blockId,
    parentIds: answer === undefined ? block.parentIds.map(formatId) : [answer.parentHash],
    height: String(container.height),
    ...(blockchainId !== undefined && { blockchainId }),
    ...(proposer !== undefined && { proposer }),
  };
}

function BlockHead({ block, container, first, head, arrival, jsonPath, commands }: BlockViewProps) {
  const { letter, name } = CHAINS[block.chain];
  const isVertex = container.stream === "X/vtx";
  const kind = block.pBlock === undefined ? (isVertex ? "Vertex" : "Block") : kindOf(block.pBlock).name;
  return (
    <PageHead
      eyebrow={
        <>
          <ChainTag chain={letter} />
          <span>{name}</span>
          <Slash />
          <span>{kind}</span>
        </>
      }
      title={`${name} ${isVertex ? "vertex at height" : "block"} ${groupDigits(block.height)}`}
      actions={
        <>
          {!isVertex && (
            <Neighbours chain={block.chain} height={container.height} first={first} head={head} />
          )}
          <CopyAs {...copySource(jsonPath, commands)} path={blockPath(container)} />
        </>
      }
      idline={
        <>
          <AcceptedPill />
          <ArrivalTime arrival={arrival} />
          <CheckedLink />
          <HashLink value={container.blockId} full label="block" />
        </>
      }
    />
  );
}
