"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import type { TokenHolder } from "@/lib/contract/firn/tokens";
import { withQuery } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { type HolderPage, titleOfHolders } from "../token/holder-list";
import { HOLDERS_ID } from "./nft-owner";

interface NftHoldersProps {
  chain: EvmChain;
  path: string;
  first: HolderPage;
  /** Path of the token's page. */
  href: string;
  /** Whether the list starts at the first holder. */
  isStart: boolean;
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Holder", bar: 160 },
  { label: "Amount", bar: 64, right: true },
];

/** Holders of one ERC-1155 token, the largest amount first. */
export function NftHolders({ chain, path, first, href, isStart }: NftHoldersProps) {
  return (
    <div id={HOLDERS_ID}>
      {first.holders.length === 0 ? (
        <Panel title="Holders">
          <EmptyState title={isStart ? "Nobody holds this token" : "No more holders"}>
            {isStart ? whyNobody(first) : "There is nothing after this position."}
          </EmptyState>
        </Panel>
      ) : (
        <InfiniteList<HolderPage, TokenHolder>
          path={path}
          first={first}
          rowsOf={({ holders }) => holders}
          idOf={({ holder }) => holder.address}
          caption="Holders of this token, largest amount first"
          title={titleOfHolders(first, undefined)}
          nouns={["holder", "holders"]}
          columns={COLUMNS}
          cells={({ holder, balance }) => (
            <>
              <Cell at="a">
                <AccountLink chain={chain} account={holder} />
              </Cell>
              <Cell right at="b">
                {groupDigits(balance)}
              </Cell>
            </>
          )}
          hrefAfter={({ holder }) => withQuery<"nft">(href, { after: holder.address })}
          startHref={isStart ? undefined : href}
          ending=", largest amount first"
        />
      )}
    </div>
  );
}

function whyNobody({ accountsAsked }: HolderPage): string {
  return accountsAsked === undefined
    ? "All of it was burned."
    : "No account that a known transfer names has any of it.";
}
