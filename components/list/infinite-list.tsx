"use client";

import Link from "next/link";
import { type ReactNode, useEffect, useRef } from "react";
import { AskError } from "@/components/state/ask";
import { LoadingRows } from "@/components/state/loading-rows";
import { RateLimitedState } from "@/components/state/rate-limited";
import { button } from "@/components/ui/button";
import { classes } from "@/components/ui/classes";
import { Icon } from "@/components/ui/icon";
import { LIST_END, LIST_ROWS } from "@/components/ui/layout";
import { PANEL, PANEL_ACTIONS, PANEL_HEAD, PANEL_NOTE } from "@/components/ui/panel";
import { ScrollBox } from "@/components/ui/scroll-box";
import { type Column, Row, type RowsLook, Table } from "@/components/ui/table";
import { groupDigits, plural } from "@/lib/words/format";
import { useDrawn } from "./use-drawn";
import { elementOf, useRowAddress } from "./use-row-address";
import {
  MAX_ROWS,
  type RowsSource,
  SELF_LOADED_PAGES,
  type TokenPage,
  useNewRows,
  useRows,
} from "./use-rows";

/** A column with the width of its loading bar, px. */
export interface ListColumn extends Column {
  bar: number;
}

interface InfiniteListProps<Page extends TokenPage, Row> extends RowsSource<Page, Row> {
  caption: string;
  /** Singular and plural: `block` and `blocks`. */
  nouns: readonly [string, string];
  /** Of the table. */
  columns?: readonly ListColumn[];
  /**
   * The cells of a row: `<td>` elements with their columns' roles. `decimals` are those of `decimals` below, in the same
   * order.
   */
  cells?: (row: Row, decimals: readonly number[]) => ReactNode;
  /** Decimals that columns of amounts have in common, over all rows. */
  decimals?: (rows: readonly Row[]) => readonly number[];
  /** Address of what is read above the list, if it shows the same rows and is not at the first: of a chart. */
  hrefAbove?: () => string | undefined;
  /** Label of the button for more rows, if a page does not have 25. */
  more?: string;
  /** Address of the list's first rows. Present if this list starts after them and nothing else says so. */
  startHref?: string | undefined;
  /** Address of the newest rows. Present if this list starts there and may grow. */
  newestHref?: string;
  look?: RowsLook;
  /** Head of the panel, if the page has more than this list. */
  title?: ReactNode;
  /** Right end of that head. */
  actions?: ReactNode;
  /** Draws rows as cards instead of a table. */
  card?: (row: Row) => ReactNode;
  /** Draws rows as items of an ordered list instead of a table. */
  item?: (row: Row) => ReactNode;
  /** Above those items: the heads of their columns. */
  itemHead?: ReactNode;
  /** Foot of the panel: a remark. */
  note?: ReactNode;
  /** Follows the count at the end of the list. */
  ending?: string;
}

const GALLERY =
  "grid grid-cols-5 gap-4 max-l:grid-cols-3 max-m:grid-cols-[repeat(auto-fill,minmax(160px,1fr))] max-m:gap-3";

const NEW_ROWS =
  "inline-flex h-8 -translate-y-[76%] items-center gap-2 rounded-full bg-ink px-3.5 text-id font-strong text-bg shadow-2 max-m:-translate-y-1/2";

const nothing = () => undefined;

/** Rows of a page: the API's default of 25, unless the server requested another number. */
const PAGE_ROWS = 25;

/**
 * A table that grows page by page. Without script it is the first page with a link to the next. New rows never push the
 * reader's rows down: a pill announces them.
 */
export function InfiniteList<Page extends TokenPage, Row>(props: InfiniteListProps<Page, Row>) {
  const { caption, columns = [], cells, look, newestHref, title, actions, card, item, note } = props;
  const list = useRows(props);
  const decimals = props.decimals?.(list.rows) ?? [];
  const fresh = useNewRows(props, newestHref !== undefined);
  const drawn = useDrawn<Row>(card ?? item ?? cells ?? nothing, decimals);
  useRowAddress({ ...list, hrefAfter: props.hrefAfter, hrefAbove: props.hrefAbove });
  if (card !== undefined)
    return (
      <section aria-label={caption}>
        <BackToStart {...props} />
        <div className={GALLERY} data-gallery>
          {list.rows.map((row, at) => (
            <article
              key={list.ids[at]}
              id={elementOf(list.ids[at] ?? "")}
              className="overflow-clip rounded-3 border border-line bg-surface hover:border-line-2"
              data-card
            >
              {drawn(row)}
            </article>
          ))}
        </div>
        <More {...props} list={list} />
      </section>
    );
  const table = (
    <Table caption={caption} columns={columns} look={look}>
      {list.rows.map((row, at) => (
        <Row key={list.ids[at]} id={elementOf(list.ids[at] ?? "")} plain={look === "plain"}>
          {drawn(row)}
        </Row>
      ))}
      {list.isFetchingNextPage && <LoadingRows rows={3} widths={columns.map(({ bar }) => bar)} />}
    </Table>
  );
  return (
    <>
      <div className="sticky top-17 z-5 flex h-0 justify-center max-m:top-16" aria-live="polite">
        {newestHref !== undefined && fresh.count > 0 && (
          <NewRows href={newestHref} {...fresh} nouns={props.nouns} />
        )}
      </div>
      <section className={PANEL} aria-label={caption}>
        {title !== undefined && (
          <header className={PANEL_HEAD}>
            <h2>{title}</h2>
            {actions !== undefined && <div className={PANEL_ACTIONS}>{actions}</div>}
          </header>
        )}
        <BackToStart {...props} />
        {item !== undefined && (
          <>
            {props.itemHead}
            <ol className={classes(LIST_ROWS, "text-cell")} aria-label={caption}>
              {list.rows.map((row, at) => (
                <li key={list.ids[at]} id={elementOf(list.ids[at] ?? "")}>
                  {drawn(row)}
                </li>
              ))}
            </ol>
          </>
        )}
        {item === undefined &&
          list.rows.length > 0 &&
          (look === "plain" ? <ScrollBox name={caption}>{table}</ScrollBox> : table)}
        <More {...props} list={list} />
        {note !== undefined && <p className={PANEL_NOTE}>{note}</p>}
      </section>
    </>
  );
}

function BackToStart({
  startHref,
  nouns,
}: {
  startHref?: string | undefined;
  nouns: readonly [string, string];
}) {
  if (startHref === undefined) return null;
  return (
    <div className="px-5 py-2 text-small max-m:px-4">
      <Link href={startHref} rel="prev" prefetch={false}>
        First {nouns[1]}
      </Link>
    </div>
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
  props: InfiniteListProps<Page, Row> & { list: ReturnType<typeof useRows<Page, Row>> },
) {
  const { list, nouns, hrefAfter, newestHref, ending = "", more = `Load ${PAGE_ROWS} more` } = props;
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
  const shown = plural(rows.length, ...nouns);
  return (
    <div className={LIST_END} ref={foot}>
      <span role={error === null ? undefined : "alert"}>
        {error === null
          ? hasNextPage
            ? `${shown} so far`
            : rows.length === 0
              ? `No ${nouns[1]}`
              : newestHref !== undefined && ending === "" && rows.length > 1
                ? `All ${shown}`
                : `${shown}${ending}`
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
          {isFetchingNextPage ? "Loading" : rows.length >= MAX_ROWS ? "Continue from here" : more}
        </Link>
      )}
    </div>
  );
}
