"use client";

import Link from "next/link";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Avax } from "@/components/ui/amount";
import { PRIMARY_NETWORK } from "@/components/ui/chains";
import { HashLink } from "@/components/ui/hash-link";
import { type Status, StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import type { ValidatorDetails } from "@/lib/contract/data/validators";
import { hrefTo } from "@/lib/contract/pages";
import { formatDate, groupDigits, headTail } from "@/lib/words/format";

export interface PeriodPage extends TokenPage {
  validators: readonly ValidatorDetails[];
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Period", bar: 140 },
  { label: "Transaction", bar: 120 },
  { label: "Stake, AVAX", bar: 80, right: true },
  { label: "Rewards, AVAX", bar: 80, right: true },
  { label: "State", bar: 64, right: true },
];

/** All periods of a node on the Primary Network and on subnets, newest first, with paid or expected rewards. */
export function PeriodList(props: {
  nodeId: string;
  path: string;
  first: PeriodPage;
  startHref: string | undefined;
}) {
  const { nodeId, path, first, startHref } = props;
  return (
    <div>
      <InfiniteList<PeriodPage, ValidatorDetails>
        path={path}
        first={first}
        rowsOf={({ validators }) => validators}
        idOf={({ txHash }) => txHash}
        caption="Periods"
        title="Periods"
        nouns={["period", "periods"]}
        columns={COLUMNS}
        cells={(period) => <Cells period={period} />}
        actions={<CsvLink href={hrefTo("validatorPeriodsCsv", { id: nodeId })} small />}
        startHref={startHref}
        hrefAfter={({ txHash }) => hrefTo("validator", { id: nodeId }, { periods: txHash })}
      />
    </div>
  );
}

function Cells({ period }: { period: ValidatorDetails }) {
  const { txHash, subnetId, startTimestamp: start, endTimestamp: end } = period;
  const isPrimary = subnetId === PRIMARY_NETWORK;
  return (
    <>
      <Cell at="a">
        <span>
          {`${formatDate(start * 1000)} to ${end === undefined ? "an unknown end" : formatDate(end * 1000)}`}
          <span className="block text-small text-ink-3">
            {isPrimary ? (
              "Primary Network"
            ) : (
              <Link href={hrefTo("l1", { id: subnetId })} prefetch={false}>
                {`Subnet ${headTail(subnetId)}`}
              </Link>
            )}
          </span>
        </span>
      </Cell>
      <Cell at="c">
        <HashLink value={txHash} href={hrefTo("tx", { chain: "p", id: txHash })} label="transaction" />
      </Cell>
      <Cell right>
        {isPrimary ? (
          <Avax value={period.amountStaked} unit={false} />
        ) : (
          `weight ${groupDigits(period.amountStaked)}`
        )}
      </Cell>
      <Cell right at="d">
        {isPrimary ? <Reward period={period} /> : <span className="text-ink-3">none</span>}
      </Cell>
      <Cell right at="b">
        <StatusPill plain {...STATES[period.validationStatus]} />
      </Cell>
    </>
  );
}

const STATES = {
  active: { status: "accepted", word: "Validating" },
  pending: { status: "processing", word: "Pending" },
  completed: { status: "ruledOut", word: "Completed" },
  removed: { status: "unlikely", word: "Removed" },
} as const satisfies Record<ValidatorDetails["validationStatus"], { status: Status; word: string }>;

/** Rewards of own stake and shares of delegators' rewards: paid, or expected. */
function Reward({ period }: { period: ValidatorDetails }) {
  if (period.validationStatus === "completed") {
    const { rewardTxHash } = period.rewards;
    const amount = togetherOf(period.rewards);
    if (amount === undefined) return NOT_KNOWN;
    if (rewardTxHash === undefined) return <Avax value={amount} unit={false} />;
    return (
      <Link href={hrefTo("tx", { chain: "p", id: rewardTxHash })} prefetch={false}>
        <Avax value={amount} unit={false} />
      </Link>
    );
  }
  if (period.validationStatus !== "active") return <span className="text-ink-3">none yet</span>;
  const amount = togetherOf(period.potentialRewards);
  if (amount === undefined) return NOT_KNOWN;
  return (
    <span>
      <span className="text-ink-3">if paid </span>
      <Avax value={amount} unit={false} />
    </span>
  );
}

const NOT_KNOWN = <span className="text-ink-3">not known</span>;

/** Undefined if either is unknown. */
function togetherOf({
  validationRewardAmount: own,
  delegationRewardAmount: shares,
}: Partial<Record<"validationRewardAmount" | "delegationRewardAmount", string | undefined>>):
  | bigint
  | undefined {
  return own === undefined || shares === undefined ? undefined : BigInt(own) + BigInt(shares);
}
