"use client";

import Link from "next/link";
import { InfiniteList, type ListColumn } from "@/components/list/infinite-list";
import type { TokenPage } from "@/components/list/use-rows";
import { HashLink } from "@/components/ui/hash-link";
import { cleanName } from "@/components/ui/name";
import { Cell } from "@/components/ui/table";
import { TimeAgo } from "@/components/ui/time-ago";
import type { ListedToken, TokenSort } from "@/lib/contract/firn/chain-lists";
import { hrefTo } from "@/lib/contract/pages";
import { formatAmount, groupDigits, shortenTotal } from "@/lib/words/format";
import type { EvmChain } from "../chain";
import type { TokenListParams } from "./list-query";

/** As the API answers it. */
export interface ListedTokenPage extends TokenPage {
  sort: TokenSort;
  tokens: readonly ListedToken[];
}

/** ERC-20 tokens, or collections. */
export type TokenKind = "tokens" | "collections";

interface TokenListProps {
  chain: EvmChain;
  kind: TokenKind;
  path: string;
  first: ListedTokenPage;
  params: TokenListParams;
}

const NOUNS = { tokens: ["token", "tokens"], collections: ["collection", "collections"] } as const;

/** What the lists are sorted by, in words. */
export const SORT_WORDS: Record<TokenSort, string> = {
  holders: "most holders first",
  transfers: "most transfers first",
  transfersOfDay: "most transfers of the last day first",
  supply: "largest supply first",
  newest: "newest first",
};

/** Tokens of a chain. */
export function TokenList({ chain, kind, path, first, params }: TokenListProps) {
  return (
    <InfiniteList<ListedTokenPage, ListedToken>
      path={path}
      first={first}
      rowsOf={({ tokens }) => tokens}
      idOf={({ address }) => address}
      caption={`${chain.name} ${kind}, ${SORT_WORDS[first.sort]}`}
      nouns={NOUNS[kind]}
      columns={columnsOf({ chain, kind, sort: first.sort })}
      cells={(token) => <Cells chain={chain} kind={kind} token={token} />}
      hrefAfter={({ address }) =>
        hrefTo(kind, { chain: chain.segment }, { sort: params.sort, after: address })
      }
      startHref={
        params.after === undefined ? undefined : hrefTo(kind, { chain: chain.segment }, { sort: params.sort })
      }
      ending={`, ${SORT_WORDS[first.sort]}`}
    />
  );
}

function columnsOf({
  chain,
  kind,
  sort,
}: Pick<TokenListProps, "chain" | "kind"> & { sort: TokenSort }): ListColumn[] {
  // Counts of a part of the history are not known, so nothing is sorted by them.
  const sortedBy = (by: TokenSort): Pick<ListColumn, "sortHref" | "sorted"> => ({
    ...((chain.history === undefined || by === "newest") && {
      sortHref: hrefTo(kind, { chain: chain.segment }, { sort: by }),
    }),
    ...(sort === by && { sorted: "descending" as const }),
  });
  return [
    { label: kind === "tokens" ? "Token" : "Collection", bar: 140 },
    { label: "Contract", bar: 120 },
    ...(kind === "collections" ? [{ label: "Standard", bar: 56, wide: true }] : []),
    {
      label: kind === "tokens" ? "Supply" : "Tokens",
      bar: 80,
      right: true,
      wide: kind === "tokens",
      ...sortedBy("supply"),
    },
    { label: "Holders", bar: 48, right: true, ...sortedBy("holders") },
    { label: "Transfers", bar: 56, right: true, ...sortedBy("transfers") },
    { label: "Last day", bar: 48, right: true, ...sortedBy("transfersOfDay") },
    { label: "Created", bar: 40, right: true, wide: true, ...sortedBy("newest") },
  ];
}

function Cells({ chain, kind, token }: Pick<TokenListProps, "chain" | "kind"> & { token: ListedToken }) {
  const { address, name, symbol, ercType, holders, transfers, transfersOfDay, created } = token;
  const page = kind === "tokens" ? ("token" as const) : ("collection" as const);
  const href = hrefTo(page, { chain: chain.segment, contract: address });
  return (
    <>
      <Cell at="a">
        <Link className="min-w-0 truncate" href={href} prefetch={false}>
          <TokenName name={name} symbol={symbol} />
        </Link>
      </Cell>
      <Cell at="c">
        <HashLink value={address} href={href} label="contract" grain />
      </Cell>
      {kind === "collections" && <Cell wide>{ercType}</Cell>}
      <Cell right {...(kind === "tokens" && { wide: true })}>
        <Supply token={token} isCounted={kind === "collections"} />
      </Cell>
      <Cell right at="b">
        <Count of={holders} nouns={["holder", "holders"]} />
      </Cell>
      <Cell right at="d">
        <Count of={transfers} nouns={["transfer", "transfers"]} />
      </Cell>
      <Cell right>
        <Count of={transfersOfDay} />
      </Cell>
      <Cell right wide>
        {created === undefined ? (
          <span className="text-ink-3">not known</span>
        ) : (
          <TimeAgo at={created.timestamp * 1000} />
        )}
      </Cell>
    </>
  );
}

/** Texts that anybody may have written. */
function TokenName({ name = "", symbol = "" }: Pick<ListedToken, "name" | "symbol">) {
  const shown = cleanName(name);
  const short = cleanName(symbol, 12);
  if (shown === "" && short === "") return <span className="text-ink-3">no name</span>;
  return (
    <>
      <bdi>{shown || short}</bdi>
      {shown !== "" && short !== "" && <bdi className="ml-1.5 text-ink-3">{short}</bdi>}
    </>
  );
}

function Supply({ token, isCounted }: { token: ListedToken; isCounted: boolean }) {
  const { totalSupply, decimals, symbol = "" } = token;
  if (totalSupply === undefined) return <Count of={undefined} />;
  const scale = isCounted ? 0 : decimals;
  const { value, unit } =
    scale === undefined
      ? { value: groupDigits(totalSupply), unit: "base units" }
      : shortenTotal(BigInt(totalSupply), scale);
  return (
    <span title={formatAmount(BigInt(totalSupply), scale, isCounted ? "" : cleanName(symbol))}>
      {value}
      {unit !== "" && <span className="ml-[.3em] text-[.9em] text-ink-3">{unit}</span>}
    </span>
  );
}

/** A number, with its noun on narrow screens, which have no heads. */
function Count({ of, nouns }: { of: number | undefined; nouns?: readonly [string, string] }) {
  if (of === undefined) return <span className="text-ink-3">not known</span>;
  return (
    <span>
      {groupDigits(of)}
      {nouns !== undefined && <span className="m:hidden"> {of === 1 ? nouns[0] : nouns[1]}</span>}
    </span>
  );
}
