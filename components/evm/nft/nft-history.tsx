"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import { EmptyState } from "@/components/state/state";
import { Panel } from "@/components/ui/panel";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { AccountLink } from "../account-link";
import { type EvmChain, NOBODY } from "../chain";
import { endingOf } from "../history";
import { timeOf } from "../time";
import type { PlacedTransfer, TransferPage } from "../token/transfer-list";
import { moveOf } from "../tx/moves";

interface NftHistoryProps {
  chain: EvmChain;
  path: string;
  first: TransferPage;
  /** Path of the token's page. */
  href: string;
  /** Whether the list starts at the newest transfer. */
  newest: boolean;
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Event", bar: 80 },
  { label: "From", bar: 120 },
  { label: "To", bar: 120 },
  { label: "Age", bar: 32, right: true },
];

/** Transfers of one token, newest first. */
export function NftHistory({ chain, path, first, href, newest }: NftHistoryProps) {
  const back = !newest && (
    <Link className="text-small" href={href} rel="prev" prefetch={false}>
      Newest transfers
    </Link>
  );
  if (first.transfers.length === 0)
    return (
      <Panel title="History" actions={back}>
        <EmptyState title="No transfers">No transfer is older than the one in the address.</EmptyState>
      </Panel>
    );
  const ending = endingOf(chain);
  return (
    <div>
      <InfiniteList<TransferPage, PlacedTransfer>
        path={path}
        first={first}
        rowsOf={({ transfers }) => transfers}
        // A batch may move a token twice in one log.
        idOf={({ txHash, logIndex }) => `${txHash}-${logIndex}`}
        title="History"
        actions={back}
        caption="Transfers of this token, newest first"
        nouns={["transfer", "transfers"]}
        look="lines"
        columns={COLUMNS}
        {...(ending !== undefined && { ending })}
        cells={(transfer) => <HistoryCells chain={chain} transfer={transfer} />}
        hrefAfter={({ txHash, logIndex }) => withQuery<"nft">(href, { before: `${txHash}-${logIndex}` })}
        {...(newest && { newestHref: href })}
      />
    </div>
  );
}

function HistoryCells({ chain, transfer }: { chain: EvmChain; transfer: PlacedTransfer }) {
  const { from, to } = transfer;
  return (
    <>
      <Cell at="a">
        <Link
          href={hrefTo("tx", { chain: chain.segment, id: transfer.txHash })}
          prefetch={false}
          title={transfer.txHash}
        >
          {formatEvent(transfer)}
        </Link>
      </Cell>
      <Cell at="c" lead="from">
        <AccountLink chain={chain} account={from} none="Minted" />
      </Cell>
      <Cell at="d" lead="to">
        <AccountLink chain={chain} account={to} none="Burned" />
      </Cell>
      <Cell right at="b">
        <TimeAgo at={timeOf(transfer)} />
      </Cell>
    </>
  );
}

function formatEvent(transfer: PlacedTransfer): string {
  const { from, to } = transfer;
  const event = from.address === NOBODY ? "Mint" : to.address === NOBODY ? "Burn" : "Transfer";
  return "erc1155Token" in transfer ? `${event} of ${groupDigits(moveOf(transfer).value)}` : event;
}
