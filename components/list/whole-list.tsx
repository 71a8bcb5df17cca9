import type { ComponentType, ReactNode } from "react";
import { LIST_END } from "@/components/ui/layout";
import { ListFrame, type ListProps, sayAll } from "./list-frame";
import { nameRows } from "./row-ids";
import type { TokenPage } from "./use-rows";

/**
 * A list that the server draws if its first page has all rows. Else it is `Endless`, which loads the script for more.
 * @param listFrom makes the list from the properties of both
 */
export function listOf<Props extends object, Page extends TokenPage, R>(
  listFrom: (props: Props) => ListProps<Page, R>,
  Endless: ComponentType<Props>,
): (props: Props) => ReactNode {
  return (props) => {
    const list = listFrom(props);
    const isWhole = list.first.nextPageToken === undefined && list.startHref === undefined;
    return isWhole ? <WholeList {...list} /> : <Endless {...props} />;
  };
}

/** A list without a page after its first, for which the browser needs no script. */
function WholeList<Page extends TokenPage, R>(list: ListProps<Page, R>) {
  const rows = list.rowsOf(list.first);
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
          <span>{sayAll(list, rows.length)}</span>
        </div>
      }
    />
  );
}
