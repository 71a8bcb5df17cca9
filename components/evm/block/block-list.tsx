"use client";

import { PositionCells } from "@/components/list/block/position-cells";
import { Stratum } from "@/components/list/block/stratum";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { CORE_LOOKS } from "@/components/ui/core";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";
import { commonDecimals, formatPercent, groupDigits, plural } from "@/lib/words/format";
import { type EvmChain, WEI_DECIMALS } from "../chain";
import { endingOf } from "../history";
import { timeOf } from "../time";

/** As the API answers it. */
export interface EvmBlockPage extends TokenPage {
  blocks: readonly EvmBlock[];
}

interface EvmBlockListProps {
  chain: EvmChain;
  path: string;
  first: EvmBlockPage;
  /** Query of this page without its position. */
  filters: QueryOf<"blocks">;
  newestHref?: string;
}

/** Blocks of an EVM chain, newest first, beside a core whose density shows gas used. */
export function EvmBlockList({ chain, path, first, filters, newestHref }: EvmBlockListProps) {
  const ending = endingOf(chain);
  return (
    <div className={CORE_LOOKS[chain.tag]}>
      <InfiniteList<EvmBlockPage, EvmBlock>
        path={path}
        first={first}
        rowsOf={({ blocks }) => blocks}
        idOf={({ blockNumber }) => blockNumber}
        caption={`${chain.name} blocks, newest first`}
        nouns={["block", "blocks"]}
        columns={columnsOf(chain)}
        decimals={(rows) => [
          commonDecimals(
            rows.map(({ feesSpent }) => feesSpent),
            WEI_DECIMALS,
          ),
        ]}
        cells={(block, [fees]) => <BlockCells chain={chain} block={block} fees={fees} />}
        hrefAfter={({ blockNumber }) =>
          hrefTo("blocks", { chain: chain.segment }, { ...filters, before: blockNumber })
        }
        look="core"
        {...(ending !== undefined && { ending })}
        {...(newestHref === undefined ? {} : { newestHref })}
      />
    </div>
  );
}

function columnsOf({ symbol }: EvmChain): readonly ListColumn[] {
  return [
    { label: "Height", bar: 64 },
    { label: "Hash", bar: 120 },
    { label: "Age", bar: 32 },
    { label: "Txs", bar: 16, right: true },
    { label: "Full", bar: 32, right: true },
    { label: "Gas", bar: 64, right: true, wide: true },
    { label: `Fees, ${symbol}`, bar: 80, right: true, wide: true },
  ];
}

function BlockCells(props: { chain: EvmChain; block: EvmBlock; fees: number | undefined }) {
  const { chain, block, fees } = props;
  const used = Number(block.gasUsed);
  const limit = Number(block.gasLimit);
  return (
    <>
      <PositionCells
        href={hrefTo("block", { chain: chain.segment, id: block.blockNumber })}
        height={block.blockNumber}
        id={block.blockHash}
        label="block hash"
        stratum={<Stratum share={limit === 0 ? 0 : used / limit} />}
      />
      <Cell at="b">
        <TimeAgo at={timeOf(block)} />
      </Cell>
      <Cell right>{groupDigits(block.txCount)}</Cell>
      <Cell right at="d">
        <span>
          <span className="m:hidden">{plural(block.txCount, "tx")}, </span>
          {formatPercent(block.gasUsed, block.gasLimit)}
        </span>
      </Cell>
      <Cell right wide>
        {groupDigits(block.gasUsed)}
      </Cell>
      <Cell right wide>
        <Amount value={block.feesSpent} decimals={WEI_DECIMALS} column={fees} />
      </Cell>
    </>
  );
}
