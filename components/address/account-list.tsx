"use client";

import Link from "next/link";
import type { EvmChain } from "@/components/evm/chain";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { TimeAgo } from "@/components/ui/time-ago";
import { ACCOUNT_LISTS, type AccountListName, type AccountPage, type AccountRow } from "./account-lists";
import { UNKNOWN_BALANCE } from "./unknown-balance";

const COLUMNS: Record<AccountListName, readonly ListColumn[]> = {
  tokens: columnsOf("Token", "Contract", "Balance"),
  nfts: columnsOf("NFT", "Contract", "Number"),
  internal: columnsOf("From and to", "Transaction", "Value"),
  deployed: columnsOf("Contract", "Created in", ""),
};

interface AccountListProps {
  list: AccountListName;
  chain: EvmChain;
  path: string;
  first: AccountPage;
  /** Link to the rows after `first`. */
  nextHref: string;
}

/** What an account holds or did on an EVM chain: one of its tabs. */
export function AccountList({ list, chain, path, first, nextHref }: AccountListProps) {
  const { nouns, rowsOf, ending } = ACCOUNT_LISTS[list];
  return (
    <InfiniteList<AccountPage, AccountRow>
      path={path}
      first={first}
      rowsOf={(page) => rowsOf(page, chain)}
      idOf={({ id }) => id}
      caption={`${nouns[1]} of this account`}
      nouns={nouns}
      columns={COLUMNS[list]}
      cells={(row) => <AccountCells row={row} />}
      hrefAfter={() => nextHref}
      ending={ending}
    />
  );
}

function AccountCells({ row }: { row: AccountRow }) {
  const { title, tag, value, label, amount, time, isReverted = false } = row;
  return (
    <>
      <Cell at="a" wraps>
        <Link
          className="inline-block max-w-full truncate align-bottom"
          href={row.href}
          prefetch={false}
          title={title}
        >
          {title}
        </Link>
        {isReverted && <StatusPill status="reverted" plain />}
      </Cell>
      <Cell wide>
        <Tag>{tag}</Tag>
      </Cell>
      <Cell at="c">
        <HashLink value={value} label={label} href={row.valueHref} />
      </Cell>
      <Cell right at="b">
        {amount === "not known" && UNKNOWN_BALANCE}
        {amount !== undefined && amount !== "not known" && (
          <Amount value={amount.value} decimals={amount.decimals} unit={amount.unit} most={9} />
        )}
      </Cell>
      <Cell right at="d">
        {time !== undefined && <TimeAgo at={time * 1000} />}
      </Cell>
    </>
  );
}

function columnsOf(title: string, value: string, amount: string): ListColumn[] {
  return [
    { label: title, bar: 180 },
    { label: "Kind", bar: 64, wide: true },
    { label: value, bar: 120 },
    { label: amount, bar: 96, right: true },
    { label: "Age", bar: 32, right: true },
  ];
}
