import { formatUnits } from "viem";
import type { ListShape } from "../../contract/list-shape";
import { stringifyLossless } from "../../contract/rpc";

/** A value of a row. A whole number of any length is text. */
export type Cell = string | number | boolean | null;
export type Row = Cell[];

/** A column of an export, with how Parquet keeps it. */
export interface Column {
  name: string;
  type: "STRING" | "INT64" | "DOUBLE" | "BOOLEAN";
}

export const text = (name: string): Column => ({ name, type: "STRING" });
export const whole = (name: string): Column => ({ name, type: "INT64" });
export const flag = (name: string): Column => ({ name, type: "BOOLEAN" });

/** The columns of a list, as in its CSV. */
export function columnsOfList({ columns, types }: ListShape): Column[] {
  return columns.map((name) => ({ name, type: PARQUET_TYPES[types[name] ?? "text"] }));
}

const PARQUET_TYPES = { text: "STRING", integer: "INT64", number: "DOUBLE", boolean: "BOOLEAN" } as const;

/** A value of an answer as a cell. Lists and objects are JSON. */
export function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null;
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value;
  return typeof value === "bigint" ? String(value) : stringifyLossless(value);
}

/** An amount with its point: `1500` with 3 decimals is `1.5`. Null without decimals, which nobody may guess. */
export function withPoint(amount: string, decimals: number | undefined): string | null {
  return decimals === undefined ? null : formatUnits(BigInt(amount), decimals);
}

/** Unix seconds as an ISO time in UTC. */
export function isoTime(seconds: number | undefined): string | null {
  return seconds === undefined ? null : new Date(seconds * 1_000).toISOString().replace(".000Z", "Z");
}
