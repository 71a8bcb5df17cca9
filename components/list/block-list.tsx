"use client";

import Link from "next/link";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { formatPercent, groupDigits, plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type {
  ListPrimaryNetworkBlocksResponse,
  PrimaryNetworkBlock,
} from "@/lib/contract/data/primary-network-blocks";
import { BLOCK_BYTES } from "./fullness";
import { InfiniteList, type ListColumn } from "./infinite-list";
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

/** Of the C-Chain: how full a block is, is a matter of gas, and only its atomic transactions are counted here. */
const C_COLUMNS: readonly ListColumn[] = COLUMNS.flatMap((column) => {
  if (column.label === "Full" || column.label === "Type") return [];
  return [column.label === "Txs" ? { ...column, label: "Atomic" } : { ...column, wide: false }];
});

interface BlockListProps {
  chain: Chain;
  path: string;
  first: ListPrimaryNetworkBlocksResponse;
  /** Query of this page without its position, `""` or `from=…&to=…`. */
  filters: string;
  newestHref?: string;
}

/** Blocks of a chain, newest first, beside their ice core. */
export function BlockList({ chain, path, first, filters, newestHref }: BlockListProps) {
  return (
    <div className={`core-${CHAINS[chain].letter}`}>
      <InfiniteList
        path={path}
        first={first}
        rowsOf={(page) => page.blocks}
        idOf={(block) => block.blockNumber}
        caption={`${CHAINS[chain].name} blocks, newest first`}
        nouns={["block", "blocks"]}
        columns={chain === "c" ? C_COLUMNS : COLUMNS}
        cells={(block) => <BlockCells chain={chain} block={block} />}
        hrefAfter={(block) =>
          `/${chain}/blocks?${filters === "" ? "" : `${filters}&`}before=${block.blockNumber}`
        }
        className="has-core"
        {...(newestHref === undefined ? {} : { newestHref })}
      />
    </div>
  );
}

function BlockCells({ chain, block }: { chain: Chain; block: PrimaryNetworkBlock }) {
  const href = `/${chain}/block/${block.blockNumber}`;
  const isC = chain === "c";
  const full = formatPercent(block.blockSizeBytes, BLOCK_BYTES);
  const proposer = block.proposerDetails?.proposerNodeId;
  return (
    <>
      <Cell className="m-a">
        <Stratum sizeBytes={block.blockSizeBytes} />
        <Link href={href} prefetch={false}>
          {groupDigits(block.blockNumber)}
        </Link>
      </Cell>
      <Cell className="m-c">
        <HashLink value={block.blockHash} href={href} noun="block id" />
      </Cell>
      <Cell className="m-b">
        <TimeAgo at={block.blockTimestamp * 1000} />
      </Cell>
      {!isC && <Cell className="lo">{block.blockType}</Cell>}
      <Cell className="r">{block.txCount}</Cell>
      {!isC && (
        <Cell className="r m-d">
          <span>
            <span className="mm">{plural(block.txCount, "tx")}, </span>
            {full}
          </span>
        </Cell>
      )}
      <Cell className={isC ? "r m-d" : "r lo"}>
        <span>
          {groupDigits(block.blockSizeBytes)}
          {isC && <span className="mm"> bytes</span>}
        </span>
      </Cell>
      <Cell>
        {proposer === undefined ? (
          <span className="dim">unsigned</span>
        ) : (
          <HashLink value={proposer} href={`/validator/${proposer}`} copy={false} noun="node" />
        )}
      </Cell>
    </>
  );
}
