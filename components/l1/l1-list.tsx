"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Avax } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import { Cell } from "@/components/ui/table";
import type { L1Line } from "@/lib/contract/firn/l1s";
import { hrefTo } from "@/lib/contract/pages";
import { formatDate, groupDigits, headTail } from "@/lib/words/format";
import { RunwayBar } from "./runway-bar";

/** A page of L1s at a chain time, unix seconds. */
interface L1Page extends TokenPage {
  time: number;
  l1s: readonly L1Line[];
}

const COLUMNS: readonly ListColumn[] = [
  { label: "L1", bar: 96 },
  { label: "Subnet", bar: 120 },
  { label: "EVM chain", bar: 56, right: true, wide: true },
  { label: "Active validators", bar: 56, right: true },
  { label: "Balance, AVAX", bar: 72, right: true },
  { label: "First to run out, chain time", bar: 120 },
  { label: "Converted", bar: 72, right: true, wide: true },
];

/** L1s, latest conversion first. */
export function L1List({
  path,
  first,
  startHref,
}: {
  path: string;
  first: L1Page;
  startHref: string | undefined;
}) {
  return (
    <InfiniteList<L1Page, L1Line & { now: number }>
      path={path}
      first={first}
      rowsOf={({ time, l1s }) => l1s.map((l1) => ({ ...l1, now: time }))}
      idOf={({ subnetId }) => subnetId}
      caption="L1s, latest conversion first"
      nouns={["L1", "L1s"]}
      columns={COLUMNS}
      cells={(l1) => <Cells l1={l1} />}
      hrefAfter={({ subnetId }) => hrefTo("l1s", {}, { before: subnetId })}
      startHref={startHref}
    />
  );
}

function Cells({ l1 }: { l1: L1Line & { now: number } }) {
  const { subnetId, name, blockchains, activeCount, inactiveCount } = l1;
  const href = hrefTo("l1", { id: subnetId });
  const evmChainId = blockchains.find((chain) => chain.evmChainId !== undefined)?.evmChainId;
  return (
    <>
      <Cell at="a">
        <Link href={href} prefetch={false}>
          {name === undefined ? headTail(subnetId) : <Name>{name}</Name>}
        </Link>
      </Cell>
      <Cell at="c">
        <HashLink value={subnetId} href={href} label="subnet" />
      </Cell>
      <Cell right wide>
        {evmChainId}
      </Cell>
      <Cell right at="d">
        <span>
          {`${groupDigits(activeCount)} of ${groupDigits(activeCount + inactiveCount)}`}
          <span className="m:hidden"> active</span>
        </span>
      </Cell>
      <Cell right>
        {l1.balanceNavax === undefined ? (
          <span className="text-ink-3">not known</span>
        ) : (
          <Avax value={l1.balanceNavax} unit={false} />
        )}
      </Cell>
      <Cell at="b">
        <RunwayBar
          active={activeCount > 0}
          runsOut={l1.firstRunsOutTimestamp}
          inactiveSince={undefined}
          now={l1.now}
        />
      </Cell>
      <Cell right wide>
        {l1.convertedTimestamp !== undefined && formatDate(l1.convertedTimestamp * 1000)}
      </Cell>
    </>
  );
}
