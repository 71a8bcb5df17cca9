"use client";

import Link from "next/link";
import { BlockAge } from "@/components/list/block/block-age";
import { PositionCells } from "@/components/list/block/position-cells";
import { Stratum } from "@/components/list/block/stratum";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAIN_LETTERS, CHAINS, type Chain } from "@/components/ui/chains";
import { CORE_LOOKS } from "@/components/ui/core";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { Seg } from "@/components/ui/seg";
import { Cell } from "@/components/ui/table";
import type {
  ListPrimaryNetworkBlocksResponse,
  PrimaryNetworkBlock,
} from "@/lib/contract/data/primary-network-blocks";
import { hrefTo } from "@/lib/contract/pages";
import { plural } from "@/lib/words/format";

interface ProposedListProps {
  nodeId: string;
  chain: Chain;
  path: string;
  first: ListPrimaryNetworkBlocksResponse;
  /** A remark after the title: how many within the period. */
  aside: string;
  startHref: string | undefined;
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Height", bar: 64 },
  { label: "Id", bar: 120 },
  { label: "Transactions", bar: 40 },
  { label: "Age", bar: 32, right: true },
];

/** Blocks of one chain that a node signed, newest first. */
export function ProposedList({ nodeId, chain, path, first, aside, startHref }: ProposedListProps) {
  return (
    <div className={CORE_LOOKS[CHAINS[chain].letter]} id="blocks">
      <InfiniteList
        path={path}
        first={first}
        rowsOf={(page) => page.blocks}
        idOf={(block) => `${chain}-${block.blockNumber}`}
        caption={`${CHAINS[chain].name} blocks proposed`}
        title={
          <>
            Blocks proposed <span className={PANEL_ASIDE}>{aside}</span>
          </>
        }
        startHref={startHref}
        actions={
          <>
            <Seg label="Chain">
              {CHAIN_LETTERS.map((letter) => (
                <Link
                  key={letter}
                  href={`${hrefTo("validator", { id: nodeId }, { chain: letter })}#blocks`}
                  prefetch={false}
                  aria-label={CHAINS[letter].name}
                  aria-current={letter === chain ? "true" : undefined}
                >
                  <ChainTag chain={CHAINS[letter].letter} />
                </Link>
              ))}
            </Seg>
            <CsvLink href={hrefTo("validatorBlocksCsv", { id: nodeId }, { chain })} small />
          </>
        }
        nouns={["block", "blocks"]}
        columns={COLUMNS}
        cells={(block) => <Cells chain={chain} block={block} />}
        hrefAfter={({ blockNumber }) =>
          `${hrefTo("validator", { id: nodeId }, { chain, before: blockNumber })}#blocks`
        }
        look="core"
      />
    </div>
  );
}

function Cells({ chain, block }: { chain: Chain; block: PrimaryNetworkBlock }) {
  return (
    <>
      <PositionCells
        href={hrefTo("block", { chain, id: block.blockNumber })}
        height={block.blockNumber}
        id={block.blockHash}
        label="block id"
        stratum={<Stratum sizeBytes={block.blockSizeBytes} />}
      />
      <Cell at="d">{plural(block.txCount, chain === "c" ? "atomic tx" : "tx")}</Cell>
      <Cell right at="b">
        <BlockAge time={block.blockTimestamp} />
      </Cell>
    </>
  );
}
