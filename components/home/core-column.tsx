"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { completeBlocks } from "@/components/list/block/ask-blocks";
import { BlockAge } from "@/components/list/block/block-age";
import type { ListedBlockPage } from "@/components/list/block/listed-blocks";
import { Stratum } from "@/components/list/block/stratum";
import { useStatus } from "@/components/live/use-status";
import { askJson } from "@/components/state/ask";
import { ChainTag } from "@/components/ui/chain-tag";
import { CHAINS, type Chain } from "@/components/ui/chains";
import { classes } from "@/components/ui/classes";
import { CORE_LOOKS } from "@/components/ui/core";
import { PANEL, PANEL_ACTIONS, PANEL_HEAD, PANEL_NOTE } from "@/components/ui/panel";
import type { FirnStatus } from "@/lib/contract/firn/status";
import { hrefTo } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { coreBlocksOf, paceOf } from "./core-blocks";

/** A phone shows only the chosen chain. CoreChoice comes before the columns. */
const CHOSEN_LOOKS = {
  p: "max-m:[fieldset:not(:has([value=p]:checked))~&]:hidden",
  x: "max-m:[fieldset:not(:has([value=x]:checked))~&]:hidden",
  c: "max-m:[fieldset:not(:has([value=c]:checked))~&]:hidden",
} satisfies Record<Chain, string>;

const ROW = classes(
  "relative grid h-10 grid-cols-[minmax(0,1fr)_auto_44px_56px] items-center gap-2 pr-5 pl-11 text-cell",
  "first:before:absolute first:before:top-0 first:before:left-3.5 first:before:z-1 first:before:h-0.5 first:before:w-5.5 first:before:rounded-[1px] first:before:bg-accent",
  "not-first:after:absolute not-first:after:top-0 not-first:after:right-0 not-first:after:left-11 not-first:after:border-t not-first:after:border-line",
  "[&_time]:text-right [&_time]:text-ink-3 max-m:[&>a]:-my-0.5 max-m:[&>a]:py-0.5",
);

interface CoreColumnProps {
  chain: Chain;
  /** Streams whose new heads make the column reload. */
  streams: readonly string[];
  /** Same-origin path of the newest blocks. */
  path: string;
  /** Path of the same blocks with their EVM facts. */
  evmPath?: string;
  page: ListedBlockPage;
  status: FirnStatus;
}

/** The newest blocks of a chain beside its core. New blocks replace the rows in place. */
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
    <section
      className={classes(PANEL, "flex flex-col", CORE_LOOKS[letter], CHOSEN_LOOKS[chain])}
      aria-label={`${name}, latest blocks`}
    >
      <header className={PANEL_HEAD}>
        <ChainTag chain={letter} />
        <h2>{name}</h2>
        <div className={PANEL_ACTIONS}>{paceOf(blocks)}</div>
      </header>
      {blocks.length === 0 && <p className="px-5 py-4 text-ink-3">No blocks are indexed yet.</p>}
      <ol className="relative" data-core>
        {blocks.map(({ height, time, txs, fullness, fill }) => (
          <li key={height} className={ROW}>
            <Stratum {...fill} />
            <Link href={hrefTo("block", { chain, id: height })} prefetch={false}>
              {groupDigits(height)}
            </Link>
            <span className="text-ink-2">{txs}</span>
            <span className="text-right text-ink-3">{fullness}</span>
            <BlockAge time={time} />
          </li>
        ))}
      </ol>
      <p className={classes(PANEL_NOTE, "mt-auto")}>
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
