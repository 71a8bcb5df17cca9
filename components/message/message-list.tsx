"use client";

import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { AddressLink } from "@/components/ui/address-link";
import { HashLink } from "@/components/ui/hash-link";
import { Name } from "@/components/ui/name";
import { StatusPill } from "@/components/ui/status-pill";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ListedMessage } from "@/lib/contract/firn/messages";
import { hrefTo, type QueryOf } from "@/lib/contract/pages";
import { ChainEnd } from "./chain-end";
import { chainAt, type MessageChain } from "./chains";
import { saysOf, stateOf } from "./words";

/** As the API answers it. */
export interface MessagePage extends TokenPage {
  messages: readonly ListedMessage[];
}

const COLUMNS: readonly ListColumn[] = [
  { label: "Message", bar: 120 },
  { label: "Says", bar: 120 },
  { label: "From", bar: 72 },
  { label: "To", bar: 72 },
  { label: "Sender", bar: 120, wide: true },
  { label: "State", bar: 72 },
  { label: "Age", bar: 40, right: true },
];

interface MessageListProps {
  path: string;
  first: MessagePage;
  chains: readonly MessageChain[];
  /** The filter of the list, and where it begins. */
  query: QueryOf<"messages">;
}

/** Messages between chains, newest first. */
export function MessageList({ path, first, chains, query }: MessageListProps) {
  const { before, ...filter } = query;
  return (
    <InfiniteList<MessagePage, ListedMessage>
      path={path}
      first={first}
      rowsOf={({ messages }) => messages}
      idOf={({ messageId }) => messageId}
      caption="Messages between chains, newest first"
      nouns={["message", "messages"]}
      columns={COLUMNS}
      cells={(message) => <Cells message={message} chains={chains} />}
      hrefAfter={({ position }) => hrefTo("messages", {}, { ...filter, before: position })}
      startHref={before === undefined ? undefined : hrefTo("messages", {}, filter)}
      {...(before === undefined && { newestHref: hrefTo("messages", {}, filter) })}
      ending=", newest first"
    />
  );
}

function Cells({ message, chains }: { message: ListedMessage; chains: readonly MessageChain[] }) {
  const { messageId, form, from, sent, arrived } = message;
  const { words, isFree } = saysOf(message);
  const source = { blockchainId: message.sourceBlockchainId, chainId: message.sourceChainId };
  const home = chainAt(source, chains)?.segment;
  const at = sent ?? arrived;
  return (
    <>
      <Cell at="a">
        <HashLink value={messageId} href={hrefTo("message", { id: messageId })} label="message" />
      </Cell>
      <Cell at="c">
        {isFree ? (
          <span>
            “<Name>{words}</Name>”
          </span>
        ) : (
          words
        )}
      </Cell>
      <Cell>
        <ChainEnd {...source} chains={chains} />
      </Cell>
      <Cell>
        <ChainEnd
          blockchainId={message.destinationBlockchainId}
          chainId={form === "icm" ? message.destinationChainId : arrived?.chainId}
          chains={chains}
        />
      </Cell>
      <Cell wide>
        {from === undefined ? (
          ""
        ) : from === "0x" ? (
          "the P-Chain"
        ) : home === undefined ? (
          <HashLink value={from} label="sender" />
        ) : (
          <AddressLink address={from} chain={home} copy={false} />
        )}
      </Cell>
      <Cell at="d">
        <StatusPill plain {...stateOf(message)} />
      </Cell>
      <Cell right at="b">
        {at !== undefined && <TimeAgo at={at.blockTimestamp * 1000} />}
      </Cell>
    </>
  );
}
