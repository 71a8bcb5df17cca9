import type { AddressTransaction } from "../../contract/data/evm-transactions";
import { EVM_EXPORT, type ExportType, LIST_EXPORT } from "../../contract/data/operations";
import { listShapeOf } from "../../contract/list-shape";
import type { Route } from "../../contract/route";
import { findRoute } from "../../contract/routes";
import { InputError } from "../../errors";
import { valueAt } from "../csv/page";
import { type Column, cellOf, columnsOfList, type Row } from "./columns";
import { EVM_COLUMNS, evmRows } from "./evm-rows";
import type { ExportJob, PlannedList } from "./folder";
import {
  MOVEMENT_COLUMNS,
  movementRows,
  NET_COLUMNS,
  netRows,
  type PrimaryTransaction,
  primaryTime,
  STAKING_COLUMNS,
  stakingRows,
} from "./primary-rows";

/** How the items of an export's lists become rows. */
export interface ExportForm {
  columns: readonly Column[];
  /** The member of a page that holds its items. */
  member: string;
  /** Unix seconds of an item; undefined if it has no time. */
  timeOf(item: unknown): number | undefined;
  rowsOf(item: unknown, list: PlannedList): Row[];
  /** Whether another export can go on with a later day. */
  hasDays: boolean;
}

const PRIMARY_FORMS = {
  TRANSACTION_EXPORT_PRIMARY_NETWORK: { columns: MOVEMENT_COLUMNS, rows: movementRows },
  TRANSACTION_EXPORT_PRIMARY_NETWORK_SIMPLE: { columns: NET_COLUMNS, rows: netRows },
  TRANSACTION_EXPORT_PRIMARY_NETWORK_STAKING: { columns: STAKING_COLUMNS, rows: stakingRows },
} satisfies Partial<Record<ExportType, unknown>>;

/** @throws InputError BAD_PARAMETER for a list that this version does not have */
export function formOf({ type, lists, own }: Pick<ExportJob, "type" | "lists" | "own">): ExportForm {
  const owners = new Set(own);
  if (type === LIST_EXPORT) return formOfList(lists[0]?.url ?? "");
  if (type === EVM_EXPORT)
    return {
      columns: EVM_COLUMNS,
      member: "transactions",
      hasDays: true,
      timeOf: (item) => (item as AddressTransaction).nativeTransaction.blockTimestamp,
      rowsOf: (item, { address = "", coin = {} }) =>
        evmRows(item as AddressTransaction, { address, addresses: owners, coin }),
    };
  const { columns, rows } = PRIMARY_FORMS[type];
  return {
    columns,
    member: "transactions",
    hasDays: true,
    timeOf: (item) => primaryTime(item as PrimaryTransaction),
    rowsOf: (item, { chain = "" }) => rows(chain, item as PrimaryTransaction, owners),
  };
}

function formOfList(url: string): ExportForm {
  const shape = listShapeOf(readListUrl(url).route);
  if (shape === undefined) throw new InputError("BAD_PARAMETER", `options.list is no list: ${LIST_FORM}`);
  const paths = shape.columns.map((column) => column.split("."));
  return {
    columns: columnsOfList(shape),
    member: shape.member,
    hasDays: false,
    timeOf: () => undefined,
    rowsOf: (item) => [paths.map((path) => cellOf(valueAt(item, path)))],
  };
}

export const LIST_FORM =
  "it is a path with a query such as /v1/chains/43114/blocks?startTimestamp=1700000000";
const BASE = "http://firn.invalid";

/** @throws InputError BAD_PARAMETER for what is no path that anybody may read */
export function readListUrl(list: string): { route: Route; params: Record<string, string>; url: URL } {
  const url = list.startsWith("/") ? URL.parse(list, BASE) : null;
  const found = url?.origin === BASE ? findRoute(url.pathname) : undefined;
  if (!url || !found || found.route.manages)
    throw new InputError("BAD_PARAMETER", `options.list is no path of this interface: ${LIST_FORM}`);
  return { ...found, url };
}
