"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { Cell } from "@/components/ui/table";
import type { FirnToken, TokenHolder } from "@/lib/contract/firn/tokens";
import { withQuery } from "@/lib/contract/pages";
import { commonDecimals, formatPercent, groupDigits, plural } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";

/** As the API answers it. */
export interface HolderPage extends TokenPage {
  holders: readonly TokenHolder[];
  blockNumber: string;
  accountsAsked?: number | undefined;
}

interface HolderListProps {
  chain: EvmChain;
  token: FirnToken;
  path: string;
  first: HolderPage;
  /** Path of the token's page. */
  href: string;
  startHref: string | undefined;
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Holder", bar: 160 },
  { label: "Balance", bar: 120, right: true },
  { label: "Share", bar: 48, right: true },
];

/** Holders of a token, largest balance first. */
export function HolderList({ chain, token, path, first, href, startHref }: HolderListProps) {
  const { ercType, symbol = "", totalSupply, holders } = token;
  // Balances of a collection are token counts.
  const decimals = ercType === "ERC-721" || ercType === "ERC-1155" ? 0 : token.decimals;
  return (
    <InfiniteList<HolderPage, TokenHolder>
      path={path}
      first={first}
      rowsOf={(page) => page.holders}
      idOf={({ holder }) => holder.address}
      caption="Holders, largest balance first"
      title={titleOfHolders(first, holders)}
      nouns={["holder", "holders"]}
      columns={COLUMNS}
      decimals={(rows) => [
        commonDecimals(
          rows.map(({ balance }) => balance),
          decimals ?? 0,
        ),
      ]}
      cells={({ holder, balance }, [column]) => (
        <>
          <Cell at="a">
            <AccountLink chain={chain} account={holder} />
          </Cell>
          <Cell right at="b">
            <Amount value={balance} decimals={decimals} unit={symbol} column={column} />
          </Cell>
          <Cell right at="d">
            {shareOf(balance, totalSupply)}
          </Cell>
        </>
      )}
      hrefAfter={({ holder }) => withQuery<"token">(href, { tab: "holders", after: holder.address })}
      startHref={startHref}
      ending=", largest balance first"
    />
  );
}

/** Title of a list of holders, of which there are `holders` in all. */
export function titleOfHolders(
  { accountsAsked, blockNumber }: HolderPage,
  holders: number | undefined,
): string {
  if (accountsAsked === undefined)
    return holders === undefined ? "Holders" : `Holders, ${groupDigits(holders)}`;
  return `Balances after block ${groupDigits(blockNumber)} of ${plural(accountsAsked, "account")} named by transfers`;
}

/** Share of the supply in percent; empty where the supply is unknown. */
function shareOf(balance: string, total: string | undefined): string {
  return total === undefined || total === "0" ? "" : formatPercent(balance, total);
}
