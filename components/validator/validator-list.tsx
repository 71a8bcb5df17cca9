"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Avax } from "@/components/ui/amount";
import { BAR, THIN_BAR } from "@/components/ui/bar";
import { classes } from "@/components/ui/classes";
import { useNow } from "@/components/ui/clock";
import { HashLink } from "@/components/ui/hash-link";
import { Icon } from "@/components/ui/icon";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { tone } from "@/components/ui/tone";
import type { ValidatorLine, ValidatorLineSort } from "@/lib/contract/firn/validators";
import { hrefTo } from "@/lib/contract/pages";
import { commonDecimals, formatDate, formatShortLeft, groupDigits, NARROW } from "@/lib/words/format";
import { type ValidatorListParams, validatorsHref } from "./list-params";
import { formatUptime, UPTIME_REQUIRED_PERCENT } from "./uptime";

/** A page of validators at a chain time, unix seconds. */
interface ValidatorPage extends TokenPage {
  time: number;
  validators: readonly ValidatorLine[];
}

interface ValidatorListProps {
  path: string;
  first: ValidatorPage;
  params: ValidatorListParams;
  /** Own and delegated stake of the largest validator, nAVAX: the full width of a bar. */
  largest: string;
  ownNodeId: string | undefined;
}

const COLUMNS: readonly (ListColumn & { sort?: ValidatorLineSort })[] = [
  { label: "#", bar: 16, wide: true },
  { label: "Validator", bar: 180 },
  { label: "Stake, AVAX", bar: 96, right: true, sort: "stake" },
  { label: "Room for delegation", bar: 72, right: true, sort: "room" },
  { label: "Fee", bar: 24, right: true, sort: "fee" },
  { label: "Delegators", bar: 32, right: true, sort: "delegators" },
  { label: "Uptime seen", bar: 48, right: true },
  { label: "Ends in", bar: 56, right: true, sort: "ends" },
];

/** Current validators of the Primary Network, largest stake first unless sorted otherwise. */
export function ValidatorList({ path, first, params, largest, ownNodeId }: ValidatorListProps) {
  return (
    <InfiniteList<ValidatorPage, ValidatorLine>
      path={path}
      first={first}
      rowsOf={({ validators }) => validators}
      idOf={({ nodeId }) => nodeId}
      caption="Validators"
      nouns={["validator", "validators"]}
      columns={COLUMNS.map((column) => ({ ...column, ...sortingOf(column.sort, params) }))}
      decimals={(rows) => [
        commonDecimals(rows.map(stakeOf), 9),
        commonDecimals(
          rows.flatMap(({ room }) => room ?? []),
          9,
        ),
      ]}
      cells={(line, [stakes, rooms]) => (
        <Cells
          line={line}
          largest={BigInt(largest)}
          stakes={stakes}
          rooms={rooms}
          isOwn={line.nodeId === ownNodeId}
        />
      )}
      hrefAfter={({ rank }) => validatorsHref({ ...params, after: rank })}
    />
  );
}

/** A column head sorts by its column; if the list is sorted by it already, in the opposite order. */
function sortingOf(
  sort: ValidatorLineSort | undefined,
  params: ValidatorListParams,
): Pick<ListColumn, "sortHref" | "sorted"> {
  if (sort === undefined) return {};
  const isSorted = params.sort === sort;
  const order = isSorted && params.order === "desc" ? "asc" : "desc";
  return {
    sortHref: validatorsHref({ ...params, sort, order, after: undefined }),
    ...(isSorted && { sorted: params.order === "asc" ? "ascending" : "descending" }),
  };
}

interface CellsProps {
  line: ValidatorLine;
  largest: bigint;
  /** Decimals of the columns of amounts. */
  stakes: number | undefined;
  rooms: number | undefined;
  /** Of the node that is indexed. */
  isOwn: boolean;
}

/** Own and delegated, nAVAX. */
function stakeOf({ weight, delegatedWeight }: ValidatorLine): bigint {
  return BigInt(weight) + BigInt(delegatedWeight);
}

function Cells({ line, largest, stakes, rooms, isOwn }: CellsProps) {
  return (
    <>
      <Cell wide>
        <span className="text-ink-3">{groupDigits(line.rank)}</span>
      </Cell>
      <Cell at="a" className="max-m:flex-wrap max-m:whitespace-normal">
        <HashLink value={line.nodeId} href={hrefTo("validator", { id: line.nodeId })} label="node" grain />
        {isOwn && <Tag>your node</Tag>}
      </Cell>
      <Cell right at="b">
        <span className="grid grid-cols-[84px_minmax(96px,1fr)] items-center gap-3 max-l:block">
          <span className={classes(BAR, THIN_BAR, "max-l:hidden")}>
            <i className="bg-p-fill" style={{ width: percentOf(BigInt(line.weight), largest) }} />
            <i className="bg-ice-fill" style={{ width: percentOf(BigInt(line.delegatedWeight), largest) }} />
          </span>
          <Avax value={stakeOf(line)} unit={false} column={stakes} />
        </span>
      </Cell>
      <Cell right>
        {line.room === undefined ? (
          <span className="text-ink-3">none</span>
        ) : (
          <Avax value={line.room} unit={false} column={rooms} />
        )}
      </Cell>
      <Cell right>{line.delegationFeePercent !== undefined && `${line.delegationFeePercent}${NARROW}%`}</Cell>
      <Cell right at="c">
        <span>
          {line.delegationFeePercent !== undefined && (
            <span className="m:hidden">{`${line.delegationFeePercent}${NARROW}% fee, `}</span>
          )}
          {groupDigits(line.delegatorCount)}
          <span className="m:hidden">{line.delegatorCount === 1 ? " delegator" : " delegators"}</span>
        </span>
      </Cell>
      <Cell right>
        <UptimeSeen percent={line.uptimePercent} />
      </Cell>
      <Cell right at="d">
        <EndsIn line={line} />
      </Cell>
    </>
  );
}

/** Marked with an icon if it endangers the reward. */
function UptimeSeen({ percent }: { percent: number | undefined }) {
  if (percent === undefined) return <span className="text-ink-3">not known</span>;
  const text = `${formatUptime(percent)}${NARROW}%`;
  if (percent >= UPTIME_REQUIRED_PERCENT + 10) return text;
  return (
    <span className={percent < UPTIME_REQUIRED_PERCENT ? tone("bad") : tone("warn")}>
      <Icon name="alert" />
      {text}
    </span>
  );
}

/** By the wall clock. The chain ends a period in a block of that time or later, so it may still run. */
function EndsIn({ line }: { line: ValidatorLine }) {
  const { startTimestamp: start, endTimestamp: end } = line;
  const now = Math.floor(useNow() / 1000);
  if (end === undefined) return <span className="text-ink-3">renews</span>;
  const passed = percentOf(BigInt(Math.max(0, now - start)), BigInt(Math.max(1, end - start)));
  return (
    <span
      className="grid grid-cols-[56px_72px] items-center justify-end gap-2.5 max-l:block"
      title={formatDate(end * 1000)}
    >
      <span className={classes(BAR, THIN_BAR, "max-l:hidden")}>
        <i className="bg-ice-fill" style={{ width: passed }} />
      </span>
      <span className="text-right">
        {end > now ? formatShortLeft((end - now) * 1000) : "due"}
        <span className="m:hidden [&_span]:align-bottom">
          {end > now ? " left, " : ", "}
          <UptimeSeen percent={line.uptimePercent} />
        </span>
      </span>
    </span>
  );
}

function percentOf(part: bigint, whole: bigint): string {
  return whole === 0n ? "0%" : `${Number((part * 10_000n) / whole) / 100}%`;
}
