"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { Cell } from "@/components/ui/table";
import type { ListedAccount } from "@/lib/contract/firn/accounts";
import { hrefTo } from "@/lib/contract/pages";
import { commonDecimals, groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type EvmChain, WEI_DECIMALS } from "../chain";

/** As the API answers it. */
export interface AccountPage extends TokenPage {
  blockNumber: string;
  accountsAsked: number;
  accountsUnknown?: number | undefined;
  accounts: readonly ListedAccount[];
}

interface AccountListProps {
  chain: EvmChain;
  path: string;
  first: AccountPage;
  /** The list begins after an account. */
  after: string | undefined;
}

/** Accounts of a chain, largest balance first. */
export function AccountList({ chain, path, first, after }: AccountListProps) {
  return (
    <InfiniteList<AccountPage, ListedAccount>
      path={path}
      first={first}
      rowsOf={({ accounts }) => accounts}
      idOf={({ account }) => account.address}
      caption={`${chain.name} accounts, largest balance first`}
      title={`Balances after block ${groupDigits(first.blockNumber)}`}
      nouns={["account", "accounts"]}
      columns={[...COLUMNS, { label: `Balance, ${chain.symbol}`, bar: 120, right: true }]}
      decimals={(rows) => [
        commonDecimals(
          rows.map(({ balanceWei }) => balanceWei),
          WEI_DECIMALS,
        ),
      ]}
      cells={(row, [column]) => <Cells chain={chain} row={row} column={column} />}
      hrefAfter={({ account }) => hrefTo("accounts", { chain: chain.segment }, { after: account.address })}
      startHref={after === undefined ? undefined : hrefTo("accounts", { chain: chain.segment })}
      ending=", largest balance first"
    />
  );
}

const COLUMNS: readonly ListColumn[] = [
  { label: "#", bar: 16, wide: true },
  { label: "Address", bar: 160 },
  { label: "Kind", bar: 56 },
];

function Cells({
  chain,
  row,
  column,
}: {
  chain: EvmChain;
  row: ListedAccount;
  /** Decimals of the column of balances. */
  column: number | undefined;
}) {
  const { rank, account, isContract, balanceWei } = row;
  return (
    <>
      <Cell wide>
        <span className="text-ink-3">{groupDigits(rank)}</span>
      </Cell>
      <Cell at="a">
        <AccountLink chain={chain} account={account} />
      </Cell>
      <Cell at="c">{isContract ? "Contract" : "Account"}</Cell>
      <Cell right at="b">
        <Amount value={balanceWei} decimals={WEI_DECIMALS} column={column} />
      </Cell>
    </>
  );
}
