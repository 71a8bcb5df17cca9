import { toHex } from "../../../avalanche/codec/bytes";

/** An address that a row names by its number; null if no row has that number. */
export interface Account {
  id: number;
  address: Uint8Array | null;
}

/** The value of a column. In the expected rows an address is its hex text. */
type Cell = string | number | bigint | boolean | Account;

/** Rows of one table by their keys. */
export type CellRows = ReadonlyMap<string, Readonly<Record<string, Cell>>>;

/** Differences between stored and expected rows: by table, key and column, with both values. */
export function* compareCells(table: string, stored: CellRows, expected: CellRows): Generator<string> {
  for (const key of new Set([...stored.keys(), ...expected.keys()])) {
    const mine = stored.get(key);
    const theirs = expected.get(key);
    if (mine === undefined || theirs === undefined) {
      const [here, there] = [mine, theirs].map((row) => (row === undefined ? "none" : "a row"));
      yield `${table} ${key}: stored ${here}, node ${there}`;
      continue;
    }
    for (const [column, value] of Object.entries(theirs)) {
      const cell = mine[column];
      if (cell === undefined || format(cell) === format(value)) continue;
      const number = typeof cell === "object" ? ` (address ${cell.id})` : "";
      yield `${table} ${key} ${column}: stored ${format(cell)}${number}, node ${format(value)}`;
    }
  }
}

function format(cell: Cell): string | number | bigint | boolean {
  if (typeof cell !== "object") return cell;
  return cell.address === null ? "none" : toHex(cell.address);
}
