import type { ListShape } from "../../contract/list-shape";
import { stringifyLossless } from "../../contract/rpc";
import { type CsvCell, toCsv } from "../../csv";

/** The rows of one page; before the first, the names of the columns. */
export function csvOfPage(
  { member, columns }: ListShape,
  body: object,
  { isFirst }: { isFirst: boolean },
): string {
  const items = (body as Record<string, readonly object[]>)[member] ?? [];
  const paths = columns.map((column) => column.split("."));
  const rows = items.map((item) => paths.map((path) => toCell(valueAt(item, path))));
  return toCsv(isFirst ? [columns, ...rows] : rows);
}

/** The value at a path of members; undefined where there is none. */
export function valueAt(item: unknown, path: readonly string[]): unknown {
  return path.reduce(
    (value, name) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[name] : undefined,
    item,
  );
}

/** A value of an answer as it stands in CSV. */
export function toCell(value: unknown): CsvCell {
  if (value === undefined || value === null) return "";
  if (typeof value === "number" || typeof value === "bigint") return value;
  if (typeof value === "string") return /^-?\d+(\.\d+)?$/.test(value) ? { figure: value } : value;
  return typeof value === "boolean" ? String(value) : stringifyLossless(value);
}
