"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useStatus } from "@/components/layout/status-strip";
import { completeBlocks } from "@/components/list/block/ask-blocks";
import type { ListedBlockPage } from "@/components/list/block/listed-blocks";
import { Stratum } from "@/components/list/block/stratum";
import { askJson } from "@/components/state/ask";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { groupDigits } from "@/components/ui/format";
import { TimeAgo } from "@/components/ui/time-ago";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { coreBlocksOf, paceOf } from "./core-blocks";

interface CoreColumnProps {
  chain: Chain;
  /** The streams whose heads say when there is more to show. */
  streams: readonly string[];
  /** Path of the newest blocks on this origin. */
  path: string;
  /** Of the list with their EVM side. */
  evmPath?: string;
  page: ListedBlockPage;
  status: FirnStatus;
}

/** The last blocks of a chain beside their core. New blocks replace the text of the rows in place. */
export function CoreColumn({ chain, streams, path, evmPath, page, status: initial }: CoreColumnProps) {
  const { letter, name } = CHAINS[chain];
  const { status } = useStatus(initial);
  const heads = status && headsOf(status, streams);
  const { data } = useQuery({
    queryKey: ["core", path, heads],
    queryFn: async ({ signal }) =>
      completeBlocks(await askJson<ListedBlockPage>(path, signal), evmPath, signal),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: heads !== undefined && heads !== headsOf(initial, streams),
  });
  const blocks = coreBlocksOf(chain, data ?? page);
  return (
    <section className={`panel core core-${letter}`} aria-label={`${name}, latest blocks`}>
      <header>
        <ChainTag chain={letter} />
        <h2>{name}</h2>
        <div className="sp">{paceOf(blocks)}</div>
      </header>
      {blocks.length === 0 && <p className="none">No block is indexed yet.</p>}
      <ol>
        {blocks.map(({ height, time, txs, fullness, fill }) => (
          <li key={height}>
            <Stratum {...fill} />
            <Link href={hrefTo("block", { chain, id: height })} prefetch={false}>
              {groupDigits(height)}
            </Link>
            <span className="tx">{txs}</span>
            <span className="fl">{fullness}</span>
            <TimeAgo at={time * 1000} />
          </li>
        ))}
      </ol>
      <p className="note small">
        <Link href={hrefTo("blocks", { chain })} prefetch={false}>
          All {name} blocks
        </Link>
      </p>
    </section>
  );
}

function headsOf(status: FirnStatus, streams: readonly string[]): string {
  const heights = streams.map(
    (name) => status.streams.find(({ stream }) => stream === name)?.indexedHead?.height ?? "",
  );
  return heights.join(" ");
}
