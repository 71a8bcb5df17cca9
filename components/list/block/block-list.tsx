"use client";

import type { ComponentProps } from "react";
import { WEI_DECIMALS } from "@/components/evm/chain";
import { Amount, GasPrice } from "@/components/ui/amount";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { CORE_LOOKS } from "@/components/ui/core";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import type { PrimaryNetworkBlock } from "@/lib/contract/data/primary-network-blocks";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";
import { commonDecimals, formatPercent, groupDigits, plural } from "@/lib/words/format";
import { InfiniteList, type ListColumn } from "../infinite-list";
import { completeBlocks, completeFound } from "./ask-blocks";
import { BlockAge } from "./block-age";
import { BLOCK_BYTES } from "./fullness";
import {
  type FoundBlock,
  type FoundBlockPage,
  formatCounts,
  type ListedBlock,
  type ListedBlockPage,
} from "./listed-blocks";
import { PositionCells } from "./position-cells";
import { Stratum } from "./stratum";

const COLUMNS: readonly ListColumn[] = [
  { label: "Height", bar: 64 },
  { label: "Id", bar: 120 },
  { label: "Age", bar: 32 },
  { label: "Type", bar: 64, wide: true },
  { label: "Txs", bar: 16, right: true },
  { label: "Full", bar: 32, right: true },
  { label: "Bytes", bar: 40, right: true, wide: true },
  { label: "Proposer", bar: 140 },
];

/**
 * Columns for the C-Chain while none of its EVM side is indexed. Gas is what fills its blocks, and its EVM transactions
 * are not counted yet.
 */
const ATOMIC_COLUMNS: readonly ListColumn[] = COLUMNS.flatMap((column) => {
  if (column.label === "Full" || column.label === "Type") return [];
  return [column.label === "Txs" ? { ...column, label: "Atomic" } : { ...column, wide: false }];
});

/** Columns for the C-Chain. The fees are of its EVM transactions without the atomic ones, the gas is of all. */
const C_COLUMNS: readonly ListColumn[] = [
  { label: "Height", bar: 64 },
  { label: "Hash", bar: 120 },
  { label: "Age", bar: 32 },
  { label: "Txs", bar: 16, right: true },
  { label: "Atomic", bar: 16, right: true },
  { label: "Full", bar: 32, right: true },
  { label: "Gas", bar: 64, right: true, wide: true },
  { label: "Base fee", bar: 64, right: true, wide: true },
  { label: "Tx fees, AVAX", bar: 64, right: true, wide: true },
  { label: "Proposer", bar: 140 },
];

interface BlockListProps {
  chain: Chain;
  path: string;
  /** Path of the list with the EVM side of these blocks, if it is indexed. */
  evmPath?: string;
  first: ListedBlockPage;
  /** The page's query without its position. */
  filters: QueryOf<"blocks">;
  newestHref?: string;
}

/** Blocks of a chain, newest first, beside their core. */
export function BlockList({ chain, path, evmPath, first, filters, newestHref }: BlockListProps) {
  const hasEvm = evmPath !== undefined;
  return (
    <div className={CORE_LOOKS[CHAINS[chain].letter]}>
      <InfiniteList<ListedBlockPage, ListedBlock>
        path={path}
        first={first}
        rowsOf={(page) => page.blocks}
        idOf={(block) => block.blockNumber}
        caption={`${CHAINS[chain].name} blocks, newest first`}
        nouns={["block", "blocks"]}
        columns={chain !== "c" ? COLUMNS : hasEvm ? C_COLUMNS : ATOMIC_COLUMNS}
        complete={(page, signal) => completeBlocks(page, evmPath, signal)}
        decimals={(rows) => [
          commonDecimals(
            rows.flatMap(({ evm }) => evm?.feesSpent ?? []),
            WEI_DECIMALS,
          ),
        ]}
        cells={(block, [fees]) =>
          hasEvm ? (
            <CBlockCells
              block={block}
              fill={
                block.evm === undefined ? { sizeBytes: block.blockSizeBytes } : { share: shareOf(block.evm) }
              }
              accepted={block}
              evm={block.evm}
              fees={fees}
            />
          ) : (
            <BlockCells chain={chain} block={block} />
          )
        }
        hrefAfter={(block) => hrefTo("blocks", { chain }, { ...filters, before: block.blockNumber })}
        look="core"
        {...(newestHref === undefined ? {} : { newestHref })}
      />
    </div>
  );
}

interface FoundBlockListProps {
  /** Path of the search, and of what the node's index has of the blocks that it finds. */
  path: string;
  acceptedPath: string;
  first: FoundBlockPage;
  /** The page's query without its position. */
  filters: QueryOf<"blocks">;
  newestHref?: string;
  /** Follows the count at the end of the list. */
  ending?: string | undefined;
}

/** Blocks of the C-Chain that a search of its EVM side found, newest first, beside their core. */
export function FoundBlockList({ acceptedPath, filters, newestHref, ending, ...pages }: FoundBlockListProps) {
  return (
    <div className={CORE_LOOKS.C}>
      <InfiniteList<FoundBlockPage, FoundBlock>
        {...pages}
        rowsOf={({ blocks }) => blocks}
        idOf={({ blockNumber }) => blockNumber}
        caption="C-Chain blocks, newest first"
        nouns={["block", "blocks"]}
        columns={C_COLUMNS}
        complete={(page, signal) => completeFound(page, acceptedPath, signal)}
        decimals={(rows) => [
          commonDecimals(
            rows.map(({ feesSpent }) => feesSpent),
            WEI_DECIMALS,
          ),
        ]}
        cells={(block, [fees]) => (
          <CBlockCells
            block={block}
            fill={{ share: shareOf(block) }}
            accepted={block.accepted}
            evm={block}
            fees={fees}
          />
        )}
        hrefAfter={({ blockNumber }) => hrefTo("blocks", { chain: "c" }, { ...filters, before: blockNumber })}
        look="core"
        {...(ending !== undefined && { ending })}
        {...(newestHref !== undefined && { newestHref })}
      />
    </div>
  );
}

function BlockCells({ chain, block }: { chain: Chain; block: ListedBlock }) {
  const isC = chain === "c";
  const full = formatPercent(block.blockSizeBytes, BLOCK_BYTES);
  return (
    <>
      <PositionCells
        href={hrefTo("block", { chain, id: block.blockNumber })}
        height={block.blockNumber}
        id={block.blockHash}
        label="block id"
        stratum={<Stratum sizeBytes={block.blockSizeBytes} />}
      />
      <Cell at="b">
        <BlockAge time={block.blockTimestamp} />
      </Cell>
      {!isC && <Cell wide>{block.blockType}</Cell>}
      <Cell right>{block.txCount}</Cell>
      {!isC && (
        <Cell right at="d">
          <span>
            <span className="m:hidden">{plural(block.txCount, "tx")}, </span>
            {full}
          </span>
        </Cell>
      )}
      <Cell right {...(isC ? { at: "d" } : { wide: true })}>
        <span>
          {groupDigits(block.blockSizeBytes)}
          {isC && <span className="m:hidden"> bytes</span>}
        </span>
      </Cell>
      <ProposerCell block={block} />
    </>
  );
}

interface CBlockCellsProps {
  block: Pick<ListedBlock, "blockNumber" | "blockHash" | "blockTimestamp">;
  fill: ComponentProps<typeof Stratum>;
  /** As the node's index has it, and its EVM side; undefined while Firn has not indexed that. */
  accepted: PrimaryNetworkBlock | undefined;
  evm: EvmBlock | undefined;
  fees: number | undefined;
}

function CBlockCells({ block, fill, accepted, evm, fees }: CBlockCellsProps) {
  const { blockNumber, blockHash, blockTimestamp } = block;
  return (
    <>
      <PositionCells
        href={hrefTo("block", { chain: "c", id: blockNumber })}
        height={blockNumber}
        id={blockHash}
        label="block hash"
        stratum={<Stratum {...fill} />}
      />
      <Cell at="b">
        <BlockAge time={blockTimestamp} />
      </Cell>
      <Cell right>{evm === undefined ? NOT_READ : groupDigits(evm.txCount)}</Cell>
      <Cell right>{accepted === undefined ? NOT_KNOWN : groupDigits(accepted.txCount)}</Cell>
      <Cell right at="d">
        <span>
          <span className="m:hidden">{formatCounts({ txCount: accepted?.txCount, evm })}, </span>
          {evm === undefined ? NOT_READ : formatPercent(evm.gasUsed, evm.gasLimit)}
        </span>
      </Cell>
      <Cell right wide>
        {evm === undefined ? NOT_READ : groupDigits(evm.gasUsed)}
      </Cell>
      <Cell right wide>
        {evm === undefined ? NOT_READ : <GasPrice wei={evm.baseFee} />}
      </Cell>
      <Cell right wide>
        {evm === undefined ? (
          NOT_READ
        ) : (
          <Amount value={evm.feesSpent} decimals={WEI_DECIMALS} column={fees} />
        )}
      </Cell>
      {accepted === undefined ? <Cell>{NOT_KNOWN}</Cell> : <ProposerCell block={accepted} />}
    </>
  );
}

const NOT_READ = (
  <span className="text-ink-3" title="Firn has not indexed the EVM side of this block yet">
    not indexed
  </span>
);

const NOT_KNOWN = <span className="text-ink-3">not known</span>;

function shareOf({ gasUsed, gasLimit }: EvmBlock): number {
  return Number(gasLimit) === 0 ? 0 : Number(gasUsed) / Number(gasLimit);
}

function ProposerCell({ block }: { block: PrimaryNetworkBlock }) {
  const { proposerNodeId: proposer, proposerPChainHeight: height } = block.proposerDetails ?? {};
  return (
    <Cell>
      {proposer === undefined ? (
        // Without its wrapper nobody knows: the block was read by height, or is older than proposers.
        <span className="text-ink-3">{height === undefined ? "not known" : "unsigned"}</span>
      ) : (
        <HashLink value={proposer} href={hrefTo("validator", { id: proposer })} copy={false} label="node" />
      )}
    </Cell>
  );
}
