"use client";

import Link from "next/link";
import { InfiniteList } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { HashLink } from "@/components/ui/hash-link";
import { TimeAgo } from "@/components/ui/time-ago";
import type { RichAddress } from "@/lib/contract/data/evm";
import type { ChainLog } from "@/lib/contract/firn/logs";
import { hrefTo, withQuery } from "@/lib/contract/pages";
import { groupDigits } from "@/lib/words/format";
import { type AddressLookup, addressLookup } from "../address-lookup";
import type { EvmChain } from "../chain";
import { LogItem } from "../tx/logs";

/** As the API answers it. */
export interface EventPage extends TokenPage {
  logs: readonly ChainLog[];
  parties: readonly RichAddress[];
}

interface EventListProps {
  chain: EvmChain;
  path: string;
  first: EventPage;
  /** Address of the whole list. */
  href: string;
  /** Whether the list begins after a position. */
  isStarted: boolean;
  order: "desc" | "asc";
}

interface Row {
  log: ChainLog;
  lookUp: AddressLookup;
}

/** Events of a chain or of a contract. */
export function EventList({ chain, path, first, href, isStarted, order }: EventListProps) {
  const words = order === "desc" ? "newest first" : "oldest first";
  return (
    <InfiniteList<EventPage, Row>
      path={path}
      first={first}
      rowsOf={rowsOf}
      idOf={({ log }) => placeOf(log)}
      caption={`Events, ${words}`}
      nouns={["event", "events"]}
      item={({ log, lookUp }) => (
        <LogItem
          chain={chain}
          log={log}
          lookUp={lookUp}
          place={<Place chain={chain} log={log} href={href} />}
        />
      )}
      hrefAfter={({ log }) => withQuery<"events">(href, { before: placeOf(log) })}
      startHref={isStarted ? href : undefined}
      ending={`, ${words}`}
    />
  );
}

function rowsOf({ logs, parties }: EventPage): Row[] {
  const lookUp = addressLookup(parties);
  return logs.map((log) => ({ log, lookUp }));
}

function placeOf({ blockNumber, logIndex }: ChainLog): string {
  return `${blockNumber}-${logIndex}`;
}

/** Where an event was written, and a link to all of its kind. */
function Place({ chain, log, href }: { chain: EvmChain; log: ChainLog; href: string }) {
  const { blockNumber, blockTimestamp, txHash, topics } = log;
  return (
    <>
      <HashLink
        value={txHash}
        label="transaction"
        href={hrefTo("tx", { chain: chain.segment, id: txHash })}
      />
      <Link href={hrefTo("block", { chain: chain.segment, id: blockNumber })} prefetch={false}>
        block {groupDigits(blockNumber)}
      </Link>
      <TimeAgo at={blockTimestamp * 1000} />
      {topics[0] !== undefined && !href.includes("topic0=") && (
        <Link href={withQuery<"events">(href, { topic0: topics[0] })} prefetch={false}>
          only this event
        </Link>
      )}
    </>
  );
}
