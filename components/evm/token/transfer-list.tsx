"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { Amount } from "@/components/ui/amount";
import { HashLink } from "@/components/ui/hash-link";
import { cleanName } from "@/components/ui/name";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { EvmBlock } from "@/lib/contract/data/evm-blocks";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { commonDecimals, headTail } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import type { EvmChain } from "../chain";
import { endingOf } from "../history";
import { timeOf } from "../time";
import { type AnyTransfer, moveOf } from "../tx/moves";
import { newestTransfersHref, tokenHref } from "./token-link";

/** A transfer with its transaction and block. */
export type PlacedTransfer = AnyTransfer & { txHash: string } & Pick<
    EvmBlock,
    "blockNumber" | "blockTimestamp" | "blockTimestampMilliseconds"
  >;

/** As the API answers it. */
export interface TransferPage extends TokenPage {
  transfers: readonly PlacedTransfer[];
}

interface TransferListProps {
  chain: EvmChain;
  path: string;
  first: TransferPage;
  /** Path of the page with this list. */
  href: string;
  /** Symbol of a fungible token, for the head of the amounts; empty for others. */
  unit: string;
  /** Whether its tokens have ids. */
  hasIds: boolean;
  newest: boolean;
}

/** Transfers of one token contract, newest first. */
export function TransferList(props: TransferListProps) {
  const { chain, path, first, unit, hasIds, newest } = props;
  const href = newestTransfersHref(props);
  const ending = endingOf(chain);
  return (
    <InfiniteList<TransferPage, PlacedTransfer>
      path={path}
      first={first}
      rowsOf={({ transfers }) => transfers}
      // A batch moves several tokens in one log.
      idOf={({ txHash, logIndex }) => `${txHash}-${logIndex}`}
      caption="Transfers, newest first"
      nouns={["transfer", "transfers"]}
      columns={columnsOf(unit, hasIds)}
      {...(ending !== undefined && { ending })}
      decimals={(rows) => [Math.max(0, ...rows.map(decimalsOf))]}
      cells={(transfer, [column]) => (
        <TransferCells chain={chain} transfer={transfer} hasIds={hasIds} column={column} />
      )}
      hrefAfter={({ txHash, logIndex }) => withQuery<"token">(href, { before: `${txHash}-${logIndex}` })}
      {...(newest ? { newestHref: href } : {})}
    />
  );
}

function columnsOf(unit: string, hasIds: boolean): readonly ListColumn[] {
  return [
    { label: "Transaction", bar: 120 },
    { label: "From", bar: 120, wide: true },
    { label: "To", bar: 120 },
    ...(hasIds ? [{ label: "Token", bar: 40, right: true }] : []),
    { label: unit === "" ? "Amount" : `Amount, ${cleanName(unit)}`, bar: 80, right: true, wide: hasIds },
    { label: "Age", bar: 32, right: true },
  ];
}

interface TransferCellsProps {
  chain: EvmChain;
  transfer: PlacedTransfer;
  hasIds: boolean;
  /** Decimals of the column of amounts. */
  column: number | undefined;
}

function decimalsOf(transfer: PlacedTransfer): number {
  const { value, decimals = 0 } = moveOf(transfer);
  return commonDecimals([value], decimals);
}

function TransferCells({ chain, transfer, hasIds, column }: TransferCellsProps) {
  const move = moveOf(transfer);
  return (
    <>
      <Cell at="c">
        <HashLink
          value={transfer.txHash}
          href={hrefTo("tx", { chain: chain.segment, id: transfer.txHash })}
          label="transaction"
        />
      </Cell>
      <Cell wide>
        <AccountLink chain={chain} account={move.from} none="Minted" />
      </Cell>
      <Cell at="a">
        <AccountLink chain={chain} account={move.to} none="Burned" />
      </Cell>
      {hasIds && (
        <Cell right at="b">
          <Link href={tokenHref(chain, move)} prefetch={false}>
            {headTail(move.tokenId ?? "")}
          </Link>
        </Cell>
      )}
      <Cell right {...(hasIds ? { wide: true } : { at: "b" })}>
        <Amount value={move.value} decimals={move.decimals} column={column} />
      </Cell>
      <Cell right at="d">
        <TimeAgo at={timeOf(transfer)} />
      </Cell>
    </>
  );
}
