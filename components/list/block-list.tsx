"use client";

import Link from "next/link";
import { formatPercent, groupDigits, plural } from "@/components/ui/format";
import { HashLink } from "@/components/ui/hash-link";
import { TimeAgo } from "@/components/ui/time-ago";
import type {
  ListPrimaryNetworkBlocksResponse,
  PrimaryNetworkBlock,
} from "@/lib/contract/data/primary-network-blocks";
import { BLOCK_BYTES } from "./fullness";
import { type Column, InfiniteList } from "./infinite-list";
import { Stratum } from "./stratum";

const COLUMNS: readonly Column[] = [
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
      <td className="m-a" role="cell">
        <Stratum sizeBytes={block.blockSizeBytes} />
        <Link href={`/p/block/${block.blockNumber}`} prefetch={false}>
          {groupDigits(block.blockNumber)}
        </Link>
      </td>
      <td className="m-c" role="cell">
        <HashLink value={block.blockHash} href={`/p/block/${block.blockNumber}`} noun="block id" />
      </td>
      <td className="m-b" role="cell">
        <TimeAgo at={block.blockTimestamp * 1000} />
      </td>
      <td className="lo" role="cell">
        {block.blockType}
      </td>
      <td className="r" role="cell">
        {block.txCount}
      </td>
      <td className="r m-d" role="cell">
        <span>
          <span className="mm">{plural(block.txCount, "tx")}, </span>
          {full}
        </span>
      </td>
      <td className="r lo" role="cell">
        {groupDigits(block.blockSizeBytes)}
      </td>
      <td role="cell">
        {proposer === undefined ? <span className="dim">unsigned</span> : <HashLink value={proposer} copy={false} noun="node" />}
      </td>
    </>
  );
}
