import Link from "next/link";
import type { ComponentType, ReactNode } from "react";
import { button } from "@/components/ui/button";
import { LIST_END } from "@/components/ui/layout";
import { ListFrame, type ListProps, nameMore, sayAll, saySoFar } from "./list-frame";
import { nameRows } from "./row-ids";
import type { TokenPage } from "./use-rows";

/**
 * A list whose first page the server draws. If that has not all rows, `Endless` takes it over once the reader moves.
 * @param listFrom makes the list from the properties of both
 */
export function listOf<Props extends object, Page extends TokenPage, R>(
  listFrom: (props: Props) => ListProps<Page, R>,
  Endless: ComponentType<Props & { children: ReactNode }>,
): (props: Props) => ReactNode {
  return (props) => {
    const list = listFrom(props);
    const isWhole = list.first.nextPageToken === undefined && list.startHref === undefined;
    const drawn = <FirstPage {...list} />;
    return isWhole ? drawn : <Endless {...props}>{drawn}</Endless>;
  };
}

/** The first page of a list, for which the browser needs no script. */
function FirstPage<Page extends TokenPage, R>(list: ListProps<Page, R>) {
  const rows = list.rowsOf(list.first);
  const last = list.first.nextPageToken === undefined ? undefined : rows.at(-1);
  const decimals = list.decimals?.(rows) ?? [];
  const draw = list.card ?? list.item ?? list.cells;
  return (
    <ListFrame
      list={list}
      rows={rows}
      ids={nameRows(rows, list.idOf)}
      draw={(row) => draw?.(row, decimals)}
      foot={
        <div className={LIST_END}>
          <span>{last === undefined ? sayAll(list, rows.length) : saySoFar(list, rows.length)}</span>
          {last !== undefined && (
            <Link className={button()} rel="next" href={list.hrefAfter(last, rows)} prefetch={false}>
              {nameMore(list)}
            </Link>
          )}
        </div>
      }
    />
  );
}
