"use client";

import Link from "next/link";
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

interface BlockListProps {
  path: string;
  first: ListPrimaryNetworkBlocksResponse;
  /** Query of this page without its position, `""` or `from=…&to=…`. */
  filters: string;
  newestHref?: string;
}

/** Blocks of the P-Chain, newest first, beside their ice core. */
export function BlockList({ path, first, filters, newestHref }: BlockListProps) {
  return (
    <div className="core-P">
      <InfiniteList
        path={path}
        first={first}
        rowsOf={(page) => page.blocks}
        idOf={(block) => block.blockNumber}
        caption="P-Chain blocks, newest first"
        nouns={["block", "blocks"]}
        columns={COLUMNS}
        cells={(block) => <BlockCells block={block} />}
        hrefAfter={(block) => `/p/blocks?${filters === "" ? "" : `${filters}&`}before=${block.blockNumber}`}
        className="has-core"
        {...(newestHref === undefined ? {} : { newestHref })}
      />
    </div>
  );
}

function BlockCells({ block }: { block: PrimaryNetworkBlock }) {
  const full = formatPercent(block.blockSizeBytes, BLOCK_BYTES);
  const proposer = block.proposerDetails?.proposerNodeId;
  return (
    <>
      <Cell className="m-a">
        <Stratum sizeBytes={block.blockSizeBytes} />
        <Link href={`/p/block/${block.blockNumber}`} prefetch={false}>
          {groupDigits(block.blockNumber)}
        </Link>
      </Cell>
      <Cell className="m-c">
        <HashLink value={block.blockHash} href={`/p/block/${block.blockNumber}`} noun="block id" />
      </Cell>
      <Cell className="m-b">
        <TimeAgo at={block.blockTimestamp * 1000} />
      </Cell>
      <Cell className="lo">{block.blockType}</Cell>
      <Cell className="r">{block.txCount}</Cell>
      <Cell className="r m-d">
        <span>
          <span className="mm">{plural(block.txCount, "tx")}, </span>
          {full}
        </span>
      </Cell>
      <Cell className="r lo">{groupDigits(block.blockSizeBytes)}</Cell>
      <Cell>
        {proposer === undefined ? (
          <span className="dim">unsigned</span>
        ) : (
          <HashLink value={proposer} copy={false} noun="node" />
        )}
      </Cell>
    </>
  );
}
