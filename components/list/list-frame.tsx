import Link from "next/link";
import type { ReactNode } from "react";
import { classes } from "@/components/ui/classes";
import { LIST_ROWS } from "@/components/ui/layout";
import { PANEL, PANEL_ACTIONS, PANEL_HEAD, PANEL_NOTE } from "@/components/ui/panel";
import { ScrollBox } from "@/components/ui/scroll-box";
import { type Column, Row, type RowsLook, Table } from "@/components/ui/table";
import { plural } from "@/lib/words/format";
import { elementOf } from "./row-ids";
import type { RowsSource, TokenPage } from "./use-rows";

/** A column with the width of its loading bar, px. */
export interface ListColumn extends Column {
  bar: number;
}

/** What a list is, wherever it is drawn. */
export interface ListProps<Page extends TokenPage, Row> extends RowsSource<Page, Row> {
  /** Anchor of the list. */
  id?: string;
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

interface ListFrameProps<Page extends TokenPage, Row> {
  list: ListProps<Page, Row>;
  rows: readonly Row[];
  /** The rows' names. */
  ids: readonly string[];
  draw: (row: Row) => ReactNode;
  /** Over the list: says that there are newer rows. */
  news?: ReactNode;
  /** Rows of the table that are being loaded. */
  loading?: ReactNode;
  foot: ReactNode;
}

/** Rows as a table, as items or as cards, with what stands around them. */
export function ListFrame<Page extends TokenPage, R>(props: ListFrameProps<Page, R>) {
  const { list, rows, ids, draw, news, loading, foot } = props;
  const { id, caption, columns = [], look, title, actions, card, item, itemHead, note } = list;
  const start = list.startHref !== undefined && (
    <div className="px-5 py-2 text-small max-m:px-4">
      <Link href={list.startHref} rel="prev" prefetch={false}>
        First {list.nouns[1]}
      </Link>
    </div>
  );
  if (card !== undefined)
    return (
      <section id={id} aria-label={caption}>
        {start}
        <div className={GALLERY} data-gallery>
          {rows.map((row, at) => (
            <article
              key={ids[at]}
              id={elementOf(ids[at] ?? "")}
              className="overflow-clip rounded-3 border border-line bg-surface hover:border-line-2"
              data-card
            >
              {draw(row)}
            </article>
          ))}
        </div>
        {foot}
      </section>
    );
  const table = (
    <Table caption={caption} columns={columns} look={look}>
      {rows.map((row, at) => (
        <Row key={ids[at]} id={elementOf(ids[at] ?? "")} plain={look === "plain"}>
          {draw(row)}
        </Row>
      ))}
      {loading}
    </Table>
  );
  const body = (
    <>
      {news}
      <section className={PANEL} aria-label={caption}>
        {title !== undefined && (
          <header className={PANEL_HEAD}>
            <h2>{title}</h2>
            {actions !== undefined && <div className={PANEL_ACTIONS}>{actions}</div>}
          </header>
        )}
        {start}
        {item !== undefined && (
          <>
            {itemHead}
            <ol className={classes(LIST_ROWS, "text-cell")} aria-label={caption}>
              {rows.map((row, at) => (
                <li key={ids[at]} id={elementOf(ids[at] ?? "")}>
                  {draw(row)}
                </li>
              ))}
            </ol>
          </>
        )}
        {item === undefined &&
          rows.length > 0 &&
          (look === "plain" ? <ScrollBox name={caption}>{table}</ScrollBox> : table)}
        {foot}
        {note !== undefined && <p className={PANEL_NOTE}>{note}</p>}
      </section>
    </>
  );
  return id === undefined ? body : <div id={id}>{body}</div>;
}

/** Says how many rows a list has, at its end. */
export function sayAll<Page extends TokenPage, R>(list: ListProps<Page, R>, count: number): string {
  const { nouns, newestHref, ending = "" } = list;
  if (count === 0) return `No ${nouns[1]}`;
  const all = plural(count, ...nouns);
  return newestHref !== undefined && ending === "" && count > 1 ? `All ${all}` : `${all}${ending}`;
}

/** Says how many rows a list shows that goes on. */
export function saySoFar<Page extends TokenPage, R>({ nouns }: ListProps<Page, R>, count: number): string {
  return `${plural(count, ...nouns)} so far`;
}

/** Rows of a page: the API's default of 25, unless the server requested another number. */
const PAGE_ROWS = 25;

/** Label of the button for more rows. */
export function nameMore<Page extends TokenPage, R>({ more }: ListProps<Page, R>): string {
  return more ?? `Load ${PAGE_ROWS} more`;
}
