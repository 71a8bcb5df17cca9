"use client";

import Link from "next/link";
import type { EvmChain } from "@/components/evm/chain";
import { endingOf } from "@/components/evm/history";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import { Tag } from "@/components/ui/tag";
import { TimeAgo } from "@/components/ui/time-ago";
import { withQuery } from "@/lib/contract/pages";
import { ACCOUNT_LISTS, type AccountListName, type AccountPage, type AccountRow } from "./account-lists";
import { RightAmount, UNCONFIRMED } from "./right-amount";
import { UNKNOWN_BALANCE } from "./unknown-balance";

const COLUMNS: Record<AccountListName, readonly ListColumn[]> = {
  transfers: [...columnsOf("From and to", "Transaction", "Amount"), { label: "Age", bar: 32, right: true }],
  tokens: columnsOf("Token", "Contract", "Balance"),
  nfts: columnsOf("NFT", "Contract", "Number"),
  approvals: [...columnsOf("Token", "May be moved by", "Amount"), { label: "Since", bar: 32, right: true }],
  spends: [...columnsOf("Token", "Of", "Amount"), { label: "Since", bar: 32, right: true }],
  internal: [...columnsOf("From and to", "Transaction", "Value"), { label: "Age", bar: 32, right: true }],
  deployed: columnsOf("Contract", "Created in"),
};

interface AccountListProps {
  list: AccountListName;
  chain: EvmChain;
  path: string;
  first: AccountPage;
  /** Address of the whole list. */
  href: string;
  /** Where `first` starts, if the list is in time. */
  start: string | undefined;
  startHref: string | undefined;
}

/** What an account holds or did on an EVM chain: one of its tabs. */
export function AccountList({ list, chain, path, first, href, start, startHref }: AccountListProps) {
  const { nouns, rowsOf, positionOf, isInTime = false } = ACCOUNT_LISTS[list];
  const ending = isInTime ? endingOf(chain) : undefined;
  return (
    <InfiniteList<AccountPage, AccountRow>
      path={path}
      first={first}
      rowsOf={(page) => rowsOf(page, chain)}
      idOf={({ id }) => id}
      caption={`${nouns[1]} of this account`}
      nouns={nouns}
      columns={COLUMNS[list]}
      cells={(row) => <AccountCells list={list} row={row} />}
      hrefAfter={(row, rows) => withQuery<"address">(href, positionOf(row, rows, start))}
      startHref={startHref}
      {...(ending !== undefined && { ending })}
    />
  );
}

function AccountCells({ list, row }: { list: AccountListName; row: AccountRow }) {
  const { title, tag, value, label, amount, time, timeHref, isReverted = false } = row;
  return (
    <>
      <Cell at="a" wraps>
        <Link
          className="inline-block max-w-full truncate align-bottom"
          href={row.href}
          prefetch={false}
          title={title}
        >
          <Name most={120}>{title}</Name>
        </Link>
        {isReverted && <StatusPill status="reverted" plain />}
      </Cell>
      <Cell wide>
        <Tag>{tag}</Tag>
      </Cell>
      <Cell at="c" className="max-m:flex-wrap">
        <HashLink value={value} label={label} href={row.valueHref} />
        {row.passedOn?.map((each) => (
          <span key={each.address} className="block basis-full text-small whitespace-normal text-ink-3">
            passed on to{" "}
            <HashLink
              value={each.address}
              label="spender"
              href={each.href}
              copy={false}
              {...(each.name !== undefined && { name: each.name })}
            />
            : <RightAmount {...each} />
          </span>
        ))}
      </Cell>
      {list !== "deployed" && (
        <Cell right at="b">
          {amount === "not known" && UNKNOWN_BALANCE}
          {typeof amount === "object" && (
            <span>
              {"words" in amount ? (
                amount.words
              ) : (
                <Amount value={amount.value} decimals={amount.decimals} unit={amount.unit} most={9} />
              )}
              {row.isUnconfirmed && UNCONFIRMED}
              {row.atRisk !== undefined && (
                <span className="block text-small text-ink-3">
                  <Amount {...row.atRisk} most={9} /> can be taken now
                </span>
              )}
            </span>
          )}
        </Cell>
      )}
      {ACCOUNT_LISTS[list].hasTimes && (
        <Cell right at="d">
          {time !== undefined && timeHref === undefined && <TimeAgo at={time * 1000} />}
          {time !== undefined && timeHref !== undefined && (
            <Link href={timeHref} prefetch={false}>
              <TimeAgo at={time * 1000} />
            </Link>
          )}
        </Cell>
      )}
    </>
  );
}

function columnsOf(title: string, value: string, amount?: string): ListColumn[] {
  return [
    { label: title, bar: 180 },
    { label: "Kind", bar: 64, wide: true },
    { label: value, bar: 120 },
    ...(amount === undefined ? [] : [{ label: amount, bar: 96, right: true }]),
  ];
}
