"use client";

import type { ReactNode } from "react";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import type { RewardStatementLine } from "@/lib/contract/firn/rewards";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { formatTime } from "@/lib/words/format";
import { formatMoney } from "./money";

/** As the API answers it. */
interface StatementPage extends TokenPage {
  rewards: readonly RewardStatementLine[];
}

const KINDS = {
  VALIDATOR: "Validation",
  DELEGATOR: "Delegation",
  VALIDATOR_FEE: "Delegation fee",
} as const satisfies Record<RewardStatementLine["rewardType"], string>;

interface StatementListProps {
  path: string;
  first: StatementPage;
  title: ReactNode;
  actions: ReactNode;
  /** Whether a price is known on any day. */
  isPriced: boolean;
  /** Address of the statement from its newest reward on. */
  href: string;
  startHref: string | undefined;
}

/** Payments with the sum so far, newest first. */
export function StatementList({
  path,
  first,
  title,
  actions,
  isPriced,
  href,
  startHref,
}: StatementListProps) {
  const columns: readonly ListColumn[] = [
    { label: "Paid, UTC", bar: 120 },
    { label: "For", bar: 80 },
    { label: "Reward", right: true, bar: 96 },
    ...(isPriced ? [{ label: "Value on the day", right: true, bar: 72 }] : []),
    { label: "Sum so far", right: true, bar: 96 },
    { label: "Stake", bar: 120, wide: true },
  ];
  return (
    <InfiniteList<StatementPage, RewardStatementLine>
      path={path}
      first={first}
      title={title}
      actions={actions}
      rowsOf={({ rewards }) => rewards}
      idOf={({ utxoId }) => utxoId}
      caption="Rewards paid, newest first"
      nouns={["reward", "rewards"]}
      columns={columns}
      cells={(line) => <Cells line={line} isPriced={isPriced} />}
      hrefAfter={({ rewardTxHash, outputIndex }) =>
        withQuery<"rewards">(href, { before: `${rewardTxHash}:${outputIndex}` })
      }
      startHref={startHref}
      ending=", newest first"
    />
  );
}

function Cells({ line, isPriced }: { line: RewardStatementLine; isPriced: boolean }) {
  const { reward, runningTotal, rewardTimestamp, rewardTxHash, txHash, rewardType, value } = line;
  const unit = reward.symbol || "units";
  return (
    <>
      <Cell at="a">
        <a href={hrefTo("tx", { chain: "p", id: rewardTxHash })} title={rewardTxHash}>
          {rewardTimestamp === undefined ? "not known" : formatTime(rewardTimestamp * 1000)}
        </a>
      </Cell>
      <Cell at="e">
        <Tag>{KINDS[rewardType]}</Tag>
      </Cell>
      <Cell right at="b">
        <Amount value={reward.amount} decimals={reward.denomination} unit={unit} />
      </Cell>
      {isPriced && (
        <Cell right at="c">
          <span>{value === undefined ? "no price" : formatMoney(value)}</span>
        </Cell>
      )}
      <Cell right at="d">
        <span>
          <span className="m:hidden">sum </span>
          <Amount value={runningTotal} decimals={reward.denomination} unit={unit} />
        </span>
      </Cell>
      <Cell wide>
        <HashLink
          value={txHash}
          href={hrefTo("tx", { chain: "p", id: txHash })}
          label="staking transaction"
        />
      </Cell>
    </>
  );
}
