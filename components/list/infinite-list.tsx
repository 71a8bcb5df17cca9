"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { AskError } from "@/components/state/ask";
import { LoadingRows } from "@/components/state/loading-rows";
import { RateLimitedState } from "@/components/state/rate-limited";
import { button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { LIST_END } from "@/components/ui/layout";
import { groupDigits } from "@/lib/words/format";
import { ListFrame, type ListProps, nameMore, sayAll, saySoFar } from "./list-frame";
import { useDrawn } from "./use-drawn";
import { useRowAddress } from "./use-row-address";
import { MAX_ROWS, SELF_LOADED_PAGES, type TokenPage, useNewRows, useRows } from "./use-rows";

export type { ListColumn } from "./list-frame";

const NEW_ROWS =
  "inline-flex h-8 -translate-y-[76%] items-center gap-2 rounded-full bg-ink px-3.5 text-id font-strong text-bg shadow-2 max-m:-translate-y-1/2";

const nothing = () => undefined;

/**
 * A table that grows page by page. Without script it is the first page with a link to the next. New rows never push the
 * reader's rows down: a pill announces them.
 */
export function InfiniteList<Page extends TokenPage, Row>(props: ListProps<Page, Row>) {
  const { columns = [], cells, newestHref, card, item } = props;
  const list = useRows(props);
  const decimals = props.decimals?.(list.rows) ?? [];
  const fresh = useNewRows(props, newestHref !== undefined);
  const drawn = useDrawn<Row>(card ?? item ?? cells ?? nothing, decimals);
  useRowAddress({ ...list, hrefAfter: props.hrefAfter, hrefAbove: props.hrefAbove });
  return (
    <ListFrame
      list={props}
      rows={list.rows}
      ids={list.ids}
      draw={drawn}
      news={
        <div className="sticky top-17 z-5 flex h-0 justify-center max-m:top-16" aria-live="polite">
          {newestHref !== undefined && fresh.count > 0 && (
            <NewRows href={newestHref} {...fresh} nouns={props.nouns} />
          )}
        </div>
      }
      loading={list.isFetchingNextPage && <LoadingRows rows={3} widths={columns.map(({ bar }) => bar)} />}
      foot={<More {...props} list={list} />}
    />
  );
}

function NewRows(props: { href: string; count: number; capped: boolean; nouns: readonly [string, string] }) {
  const { href, count, capped, nouns } = props;
  return (
    <Link className={NEW_ROWS} href={href} prefetch={false} onClick={() => window.scrollTo({ top: 0 })}>
      <Icon name="up" small />
      {groupDigits(count)}
      {capped ? "+" : ""} new {count === 1 ? nouns[0] : nouns[1]}
    </Link>
  );
}

/** Foot of the list. Loads three pages automatically, then on request, then links to the list's next address. */
function More<Page extends TokenPage, Row>(
  props: ListProps<Page, Row> & { list: ReturnType<typeof useRows<Page, Row>> },
) {
  const { list, hrefAfter } = props;
  const { rows, pages, error, hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const foot = useRef<HTMLDivElement>(null);
  const loadsItself = hasNextPage && !isFetchingNextPage && error === null && pages < SELF_LOADED_PAGES;
  useEffect(() => {
    if (!loadsItself || foot.current === null) return;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting === true) void fetchNextPage();
      },
      { rootMargin: "400px" },
    );
    observer.observe(foot.current);
    return () => observer.disconnect();
  }, [loadsItself, fetchNextPage]);

  const last = rows.at(-1);
  if (error instanceof AskError && error.status === 429)
    return (
      <RateLimitedState
        who="Firn’s API"
        seconds={error.retryAfter ?? 10}
        onOver={() => void fetchNextPage()}
      />
    );
  return (
    <div className={LIST_END} ref={foot}>
      <span role={error === null ? undefined : "alert"}>
        {error === null
          ? hasNextPage
            ? saySoFar(props, rows.length)
            : sayAll(props, rows.length)
          : `Could not load more: ${error.message}.`}
      </span>
      {hasNextPage && last !== undefined && (
        <Link
          className={button()}
          rel="next"
          href={hrefAfter(last, rows)}
          prefetch={false}
          aria-disabled={isFetchingNextPage}
          onClick={(event) => {
            if (rows.length >= MAX_ROWS) return;
            event.preventDefault();
            if (!isFetchingNextPage) void fetchNextPage();
          }}
        >
          {isFetchingNextPage ? "Loading" : rows.length >= MAX_ROWS ? "Continue from here" : nameMore(props)}
        </Link>
      )}
    </div>
  );
}

/** An infinite list that is made from properties. */
export function infinite<Props extends object, Page extends TokenPage, Row>(
  listFrom: (props: Props) => ListProps<Page, Row>,
): (props: Props) => ReactNode {
  return (props) => <InfiniteList {...listFrom(props)} />;
}
