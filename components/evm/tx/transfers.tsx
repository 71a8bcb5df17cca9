"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { Amount } from "@/components/ui/amount";
import { groupDigits } from "@/components/ui/format";
import { Icon } from "@/components/ui/icon";
import { PANEL_ASIDE } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import { withQuery } from "@/lib/contract/pages";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { TokenLink } from "../token/token-link";
import type { MovePage, MoveRow } from "./move-page";

const COLUMNS: readonly ListColumn[] = [
  { label: "From", bar: 120 },
  { label: "Direction", bar: 16, quiet: true },
  { label: "To", bar: 120 },
  { label: "Amount", bar: 80, right: true },
  { label: "Token", bar: 80 },
];

interface TransfersProps {
  chain: EvmChain;
  path: string;
  first: MovePage;
  /** Number of its first row, counted from 1. */
  from: number;
  /** Of the whole transaction. */
  count: number;
  /** Of the transaction’s page. */
  href: string;
}

/** Tokens that a transaction moved, in the order of its logs. */
export function Transfers({ chain, path, first, from, count, href }: TransfersProps) {
  if (count === 0) return null;
  return (
    <div id="transfers">
      <InfiniteList<MovePage, MoveRow>
        path={path}
        first={first}
        rowsOf={({ rows }) => rows}
        // A batch moves several tokens under one log.
        idOf={({ logIndex }) => `log-${logIndex}`}
        caption="Token transfers"
        title={
          <>
            Token transfers <span className={PANEL_ASIDE}>{groupDigits(count)}</span>
          </>
        }
        nouns={["transfer", "transfers"]}
        look="lines"
        columns={COLUMNS}
        cells={(move) => <Cells chain={chain} move={move} />}
        hrefAfter={(_, rows) =>
          `${withQuery<"tx">(href, { list: "transfers", from: from + rows.length })}#transfers`
        }
        startHref={from === 1 ? undefined : href}
        ending=", in order of logs"
      />
    </div>
  );
}

function Cells({ chain, move }: { chain: EvmChain; move: MoveRow }) {
  return (
    <>
      <Cell at="c" lead="from">
        <AccountLink chain={chain} account={move.from} none="Minted" />
      </Cell>
      <Cell sign>
        <span className="text-ink-3">
          <Icon name="right" small />
        </span>
      </Cell>
      <Cell at="d" lead="to">
        <AccountLink chain={chain} account={move.to} none="Burned" />
      </Cell>
      <Cell right at="a">
        <Amount value={move.value} decimals={move.decimals} />
      </Cell>
      <Cell at="b">
        <TokenLink chain={chain} move={move} />
      </Cell>
    </>
  );
}
