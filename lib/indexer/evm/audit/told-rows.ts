import { toHex } from "../../../avalanche/codec/bytes";

/** An account that a row names by its number; undefined where nothing has that number. */
export interface Account {
  id: number;
  address: Uint8Array | null;
}

/** What stands in a column: of the node's rows an account is its address in hex. */
type Cell = string | number | bigint | boolean | Account;

/** Rows of one table by their keys. */
export type CellRows = ReadonlyMap<string, Readonly<Record<string, Cell>>>;

/** What is stored otherwise than the node says, by table, key and column. */
export function* toldDifferences(table: string, stored: CellRows, told: CellRows): Generator<string> {
  for (const key of new Set([...stored.keys(), ...told.keys()])) {
    const [mine, theirs] = [stored.get(key), told.get(key)];
    if (mine === undefined || theirs === undefined) {
      const [here, there] = [mine, theirs].map((row) => (row === undefined ? "none" : "a row"));
      yield `${table} ${key}: stored ${here}, node ${there}`;
      continue;
    }
    for (const [column, value] of Object.entries(theirs)) {
      const cell = mine[column];
      if (cell === undefined || shownOf(cell) === shownOf(value)) continue;
      const number = typeof cell === "object" ? ` (address ${cell.id})` : "";
      yield `${table} ${key} ${column}: stored ${shownOf(cell)}${number}, node ${shownOf(value)}`;
    }
  }
}

function shownOf(cell: Cell): string | number | bigint | boolean {
  if (typeof cell !== "object") return cell;
  return cell.address === null ? "none" : toHex(cell.address);
}
