"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useStatus } from "@/components/layout/status-strip";
import { BLOCK_BYTES } from "@/components/list/fullness";
import { Stratum } from "@/components/list/stratum";
import { askJson } from "@/components/state/ask";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { formatDuration, formatPercent, groupDigits, plural } from "@/components/ui/format";
import { TimeAgo } from "@/components/ui/time-ago";
import type {
  ListPrimaryNetworkBlocksResponse,
  PrimaryNetworkBlock,
} from "@/lib/contract/data/primary-network-blocks";
import type { FirnStatus } from "@/lib/contract/firn/status";

interface CoreColumnProps {
  chain: Chain;
  /** Path of the newest blocks on this origin. */
  path: string;
  first: ListPrimaryNetworkBlocksResponse;
  status: FirnStatus;
}

/** The last blocks of a chain beside their core. New blocks replace the text of the rows in place. */
export function CoreColumn({ chain, path, first, status: initial }: CoreColumnProps) {
  const { letter, name, stream } = CHAINS[chain];
  const { status } = useStatus(initial);
  const head = status?.streams.find((one) => one.stream === stream)?.indexedHead?.height;
  const { data } = useQuery({
    queryKey: ["core", path, head],
    queryFn: ({ signal }) => askJson<ListPrimaryNetworkBlocksResponse>(path, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: head !== undefined && String(head) !== first.blocks[0]?.blockNumber,
  });
  const blocks = (data ?? first).blocks;
  return (
    <section className={`panel core core-${letter}`} aria-label={`${name}, latest blocks`}>
      <header>
        <ChainTag chain={letter} />
        <h2>{name}</h2>
        <div className="sp">{paceOf(blocks)}</div>
      </header>
      <ol>
        {blocks.map((block) => (
          <li key={block.blockNumber}>
            <Stratum sizeBytes={block.blockSizeBytes} />
            <Link href={`/${chain}/block/${block.blockNumber}`} prefetch={false}>
              {groupDigits(block.blockNumber)}
            </Link>
            <span className="tx">
              {chain === "c" ? `${groupDigits(block.txCount)} atomic` : plural(block.txCount, "tx")}
            </span>
            <span className="fl">
              {chain === "c"
                ? formatKilobytes(block.blockSizeBytes)
                : formatPercent(block.blockSizeBytes, BLOCK_BYTES)}
            </span>
            <TimeAgo at={block.blockTimestamp * 1000} />
          </li>
        ))}
      </ol>
      <p className="note small">
        <Link href={`/${chain}/blocks`} prefetch={false}>
          All {name} blocks
        </Link>
      </p>
    </section>
  );
}

/** `1.6 kB`: of C-Chain blocks, which gas fills and not bytes. */
function formatKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}

/** `a block every 7.1 s`, over the blocks shown. */
function paceOf(blocks: readonly PrimaryNetworkBlock[]): string {
  const [newest, oldest] = [blocks[0], blocks.at(-1)];
  if (newest === undefined || oldest === undefined || blocks.length < 2) return "";
  const ms = ((newest.blockTimestamp - oldest.blockTimestamp) * 1000) / (blocks.length - 1);
  return `a block every ${formatDuration(Math.round(ms / 100) * 100)}`;
}
