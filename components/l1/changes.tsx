"use client";

import Link from "next/link";
import type { ReactNode } from "react";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Avax } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { L1Change } from "@/lib/contract/firn/l1-lists";
import type { FirnValidation } from "@/lib/contract/firn/l1s";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatAvax, groupDigits } from "@/lib/words/format";
import { positionAfterChanges } from "./change-position";

type Change = FirnValidation["points"][number];

/** A change in words. A change of weight says the new weight. */
export function describeChange(change: Change): string {
  const { txType, weight, paidInNavax, paidBackNavax } = change;
  const paidIn = BigInt(paidInNavax);
  const back = paidBackNavax === undefined ? 0n : BigInt(paidBackNavax);
  switch (txType) {
    case undefined:
      return "Balance ran out";
    case "IncreaseL1ValidatorBalanceTx":
      return `Topped up with ${formatAvax(paidIn)}`;
    case "SetL1ValidatorWeightTx":
      return weight === "0"
        ? `Removed${back === 0n ? "" : `, ${formatAvax(back)} returned`}`
        : `Weight set to ${groupDigits(weight)}`;
    case "DisableL1ValidatorTx":
      return `Disabled by its owner${back === 0n ? "" : `, ${formatAvax(back)} returned`}`;
    default:
      return `Registered with ${paidIn === 0n ? "no balance" : formatAvax(paidIn)}`;
  }
}

const CHANGES: readonly ListColumn[] = [
  { label: "What happened", bar: 180 },
  { label: "Validation", bar: 120, wide: true },
  { label: "Age", bar: 32, right: true },
];

const LIFE: readonly ListColumn[] = [
  { label: "What happened", bar: 180 },
  { label: "Block", bar: 48, right: true, wide: true },
  { label: "Weight after", bar: 48, right: true },
  { label: "Balance after, AVAX", bar: 72, right: true },
  { label: "Age", bar: 32, right: true },
];

type ChangePage = TokenPage & { changes: readonly L1Change[] };

interface ChangesProps {
  path: string;
  first: ChangePage;
  /** Address of the page, without where this list continues. */
  href: string;
  /** Where `first` starts. */
  start: string | undefined;
  csvHref: string;
}

/** Changes of all validators of an L1, newest first. */
export function L1Changes(props: ChangesProps) {
  return (
    <ChangeList
      {...props}
      title="Changes"
      caption="Changes of its validators, newest first"
      columns={CHANGES}
      cells={(change) => (
        <>
          <HappenedCell change={change} />
          <Cell wide>
            <HashLink
              value={change.validationId}
              href={hrefTo("validation", { id: change.validationId })}
              label="validation"
            />
          </Cell>
          <Cell right at="b">
            <TimeAgo at={change.timestamp * 1000} />
          </Cell>
        </>
      )}
    />
  );
}

/** Every change of one validation, newest first. */
export function LifeList(props: ChangesProps) {
  return (
    <ChangeList
      {...props}
      title="History"
      caption="History of weight and balance, newest first"
      columns={LIFE}
      cells={(change) => <LifeCells change={change} />}
    />
  );
}

interface ChangeListProps extends ChangesProps {
  title: string;
  caption: string;
  columns: readonly ListColumn[];
  cells: (change: L1Change) => ReactNode;
}

function ChangeList({ href, start, csvHref, ...list }: ChangeListProps) {
  return (
    <div>
      <InfiniteList<ChangePage, L1Change>
        {...list}
        rowsOf={({ changes }) => changes}
        idOf={({ height, txHash, validationId }) => `${height}-${txHash ?? ""}-${validationId}`}
        nouns={["change", "changes"]}
        actions={<CsvLink href={csvHref} small />}
        hrefAfter={(_, changes) => withQuery<"l1">(href, { before: positionAfterChanges(changes, start) })}
        startHref={start === undefined ? undefined : href}
      />
    </div>
  );
}

function HappenedCell({ change }: { change: Change }) {
  return (
    <Cell at="a" wraps>
      <span>
        <WhatHappened change={change} />
        <span className="block text-small text-ink-3">{change.txType ?? "no transaction"}</span>
      </span>
    </Cell>
  );
}

/** Links to the transaction, or to the block if no transaction caused the change. */
function WhatHappened({ change }: { change: Change }) {
  const { txHash, height } = change;
  const href =
    txHash === undefined
      ? hrefTo("block", { chain: "p", id: height })
      : hrefTo("tx", { chain: "p", id: txHash });
  return (
    <Link href={href} prefetch={false}>
      {describeChange(change)}
    </Link>
  );
}

function LifeCells({ change }: { change: Change }) {
  return (
    <>
      <HappenedCell change={change} />
      <Cell right wide>
        <Link href={hrefTo("block", { chain: "p", id: change.height })} prefetch={false}>
          {groupDigits(change.height)}
        </Link>
      </Cell>
      <Cell right at="d">
        <span>
          <span className="m:hidden">weight </span>
          {groupDigits(change.weight)}
        </span>
      </Cell>
      <Cell right at="c">
        {change.balanceNavax === undefined ? (
          <span className="text-ink-3">not known</span>
        ) : (
          <span>
            <Avax value={change.balanceNavax} unit={false} />
            <span className="m:hidden"> AVAX left</span>
          </span>
        )}
      </Cell>
      <Cell right at="b">
        <TimeAgo at={change.timestamp * 1000} />
      </Cell>
    </>
  );
}
