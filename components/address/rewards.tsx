"use client";

import Link from "next/link";
import { CsvLink } from "@/components/list/csv-link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { HistoricalReward, PendingReward } from "@/lib/contract/data/primary-network-rewards";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatDate, formatPercent } from "@/lib/words/format";

const KINDS = {
  VALIDATOR: "Validation",
  DELEGATOR: "Delegation",
  VALIDATOR_FEE: "Delegation fee",
} as const satisfies Record<PendingReward["rewardType"], string>;

const PENDING: readonly ListColumn[] = [
  { label: "Reward if earned", bar: 120 },
  { label: "For", bar: 120 },
  { label: "Stake", bar: 120 },
  { label: "Ends", bar: 80, right: true },
];

const PAID: readonly ListColumn[] = [
  { label: "Reward", bar: 120 },
  { label: "For", bar: 120 },
  { label: "Stake", bar: 120 },
  { label: "Paid by", bar: 120, wide: true },
  { label: "Period ended", bar: 80, right: true },
];

interface RewardsProps<Page> {
  path: string;
  first: Page;
  /** Address of the tab. */
  href: string;
  startHref: string | undefined;
  /** Address of the list as CSV. */
  csvHref: string;
}

export type PendingPage = TokenPage & { pendingRewards: readonly PendingReward[] };
export type PaidPage = TokenPage & { historicalRewards: readonly HistoricalReward[] };

/** What an address will receive if its current stakes are rewarded. */
export function PendingRewards({ path, first, href, startHref, csvHref }: RewardsProps<PendingPage>) {
  return (
    <InfiniteList<PendingPage, PendingReward>
      path={path}
      first={first}
      title="Pending rewards"
      rowsOf={({ pendingRewards }) => pendingRewards}
      idOf={({ txHash, rewardType }) => `pending-${rewardType}-${txHash}`}
      caption="Pending rewards"
      nouns={["reward", "rewards"]}
      columns={PENDING}
      cells={(reward) => (
        <>
          <RewardCells amount={reward.estimatedReward} of={reward} />
          <Cell right at="b">
            {formatEnd(reward)}
            {reward.progress !== undefined && (
              <span className="text-ink-3">{`, ${formatPercent(reward.progress, 100)} done`}</span>
            )}
          </Cell>
        </>
      )}
      hrefAfter={({ txHash, rewardType }) =>
        withQuery<"address">(href, { pending: `${txHash}:${rewardType}` })
      }
      startHref={startHref}
      actions={<CsvLink href={csvHref} small />}
    />
  );
}

/** Rewards paid to an address, newest first. */
export function PaidRewards(props: RewardsProps<PaidPage> & { statementHref: string }) {
  const { path, first, href, startHref, csvHref, statementHref } = props;
  return (
    <InfiniteList<PaidPage, HistoricalReward>
      path={path}
      first={first}
      title="Past rewards"
      rowsOf={({ historicalRewards }) => historicalRewards}
      idOf={({ utxoId }) => utxoId}
      caption="Past rewards, newest first"
      nouns={["reward", "rewards"]}
      columns={PAID}
      cells={(reward) => (
        <>
          <RewardCells amount={reward.reward} of={reward} />
          <Cell wide>
            <HashLink
              value={reward.rewardTxHash}
              href={hrefTo("tx", { chain: "p", id: reward.rewardTxHash })}
              label="transaction"
            />
          </Cell>
          <Cell right at="b">
            {formatEnd(reward)}
          </Cell>
        </>
      )}
      hrefAfter={({ rewardTxHash, outputIndex }) =>
        withQuery<"address">(href, { paid: `${rewardTxHash}:${outputIndex}` })
      }
      startHref={startHref}
      actions={
        <>
          <Link href={statementHref} prefetch={false}>
            Reward statement
          </Link>
          <CsvLink href={csvHref} small />
        </>
      }
    />
  );
}

function formatEnd({ endTimestamp: end }: Pick<PendingReward, "endTimestamp">): string {
  return end === undefined ? "not known" : formatDate(end * 1000);
}

function RewardCells({
  amount,
  of: { rewardType, txHash },
}: {
  amount: PendingReward["estimatedReward"];
  of: Pick<PendingReward, "rewardType" | "txHash">;
}) {
  return (
    <>
      <Cell at="a">
        {amount.amount === undefined ? (
          <span className="text-ink-3">not known</span>
        ) : (
          <Amount value={amount.amount} decimals={amount.denomination} unit={amount.symbol || "units"} />
        )}
      </Cell>
      <Cell at="e">
        <Tag>{KINDS[rewardType]}</Tag>
      </Cell>
      <Cell at="c">
        <HashLink
          value={txHash}
          href={hrefTo("tx", { chain: "p", id: txHash })}
          label="staking transaction"
        />
      </Cell>
    </>
  );
}
