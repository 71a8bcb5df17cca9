"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { formatPercent, groupDigits } from "@/components/ui/format";
import { Cell } from "@/components/ui/table";
import type { FirnToken, TokenHolder } from "@/lib/contract/firn/tokens";
import { Party } from "../party";

/** A page as the API gives it. */
export interface HolderPage extends TokenPage {
  holders: readonly TokenHolder[];
}

interface HolderListProps {
  token: FirnToken;
  path: string;
  first: HolderPage;
  /** Address of the token's page. */
  href: string;
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Holder", bar: 160 },
  { label: "Balance", bar: 120, right: true },
  { label: "Share", bar: 48, right: true },
];

/** Who holds a token, the largest balance first. */
export function HolderList({ token, path, first, href }: HolderListProps) {
  const { ercType, symbol = "", totalSupply, holders } = token;
  // Tokens of a collection are counted.
  const decimals = ercType === "ERC-721" || ercType === "ERC-1155" ? 0 : token.decimals;
  return (
    <InfiniteList<HolderPage, TokenHolder>
      path={path}
      first={first}
      rowsOf={(page) => page.holders}
      idOf={({ holder }) => holder.address}
      caption="Holders, the largest balance first"
      title={`Holders, ${groupDigits(holders)}`}
      nouns={["holder", "holders"]}
      columns={COLUMNS}
      cells={({ holder, balance }) => (
        <>
          <Cell at="a">
            <Party party={holder} />
          </Cell>
          <Cell right at="b">
            <Amount value={balance} decimals={decimals} unit={symbol} most={9} />
          </Cell>
          <Cell right at="d">
            {shareOf(balance, totalSupply)}
          </Cell>
        </>
      )}
      hrefAfter={({ holder }) => `${href}?tab=holders&after=${holder.address}`}
      ending=", by what they hold"
    />
  );
}

/** Percent of all; nothing where the whole is not known. */
function shareOf(balance: string, total: string | undefined): string {
  return total === undefined || total === "0" ? "" : formatPercent(balance, total);
}
