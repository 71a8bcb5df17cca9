import type { PrimaryDb } from "../db";
import { engineOf, type KeyedTable, putValues } from "../engine";
import type { PrimaryTables } from "../tables";

/** Primary keys of the tables a batch writes; rows are written in their order. */
export const KEYS = {
  address: ["id"],
  address_tx: ["address_id", "chain", "position"],
  asset: ["id"],
  asset_tx: ["asset", "chain", "position"],
  block: ["chain", "height"],
  blockchain: ["position"],
  container_run: ["stream", "first_index"],
  hash: ["prefix48", "chain", "kind", "position"],
  l1_point: ["validation", "position"],
  l1_validator: ["id"],
  learned_utxo: ["consumed_chain", "consumed_position", "consumed_input"],
  live_span: ["chain", "span"],
  reward_owner: ["address_id", "position"],
  shared_owner: ["address", "owners"],
  signer: ["address", "chain"],
  stake: ["position"],
  stake_cycle: ["position", "began_position"],
  subnet: ["position"],
  tx: ["chain", "position"],
  utxo: ["chain", "position", "output_index"],
  vertex: ["container_index"],
} as const satisfies { [T in keyof PrimaryTables]?: readonly (keyof PrimaryTables[T])[] };

/** Tables that are sets: the key says everything, and a row written again stays as it is. */
const SETS: readonly string[] = ["address_tx", "asset_tx", "shared_owner"] satisfies (keyof typeof KEYS)[];

/**
 * Tables whose rows are only added, and never looked for in a batch. A row of a set may be added again; of the others,
 * the store refuses a key that it has twice.
 */
const ADDED: readonly string[] = [
  "address_tx",
  "asset_tx",
  "block",
  "container_run",
  "hash",
  "vertex",
] satisfies (keyof typeof KEYS)[];

export type BatchTable = keyof typeof KEYS;
/** Values of a table's primary key, in the order of its columns. */
export type Key = readonly (number | string | Uint8Array)[];

interface Entry {
  row: object;
  /** Columns to write; undefined for a row that isn't in the store yet. */
  changed: Set<string> | undefined;
}

/**
 * Rows to be written together, and the stored rows they change: by table and primary key, so that the next block can
 * change what one block wrote before either is stored. `writeBatch` writes it.
 */
export class Batch {
  readonly #added = new Map<string, object[]>(ADDED.map((table) => [table, []]));
  readonly #entries = new Map<BatchTable, Map<string, Entry>>();
  readonly #removed = new Map<BatchTable, Key[]>();

  /** Adds a new row. @throws Error when the batch has to find it and has one of that key: a bug in the caller */
  insert<T extends BatchTable>(table: T, row: PrimaryTables[T]): void {
    const added = this.#added.get(table);
    if (added) {
      added.push(row);
      return;
    }
    const entries = this.#of(table);
    const key = keyOf(table, row);
    if (entries.has(key)) throw new Error(`two rows of ${table} with key ${key}`);
    entries.set(key, { row, changed: undefined });
  }

  /** Adds a stored row, so that it can be found and changed here. A row already in the batch stays as it is. */
  load<T extends BatchTable>(table: T, row: PrimaryTables[T]): void {
    const entries = this.#of(table);
    const key = keyOf(table, row);
    if (!entries.has(key)) entries.set(key, { row, changed: new Set() });
  }

  /** A row inserted or loaded before. Change it through `update` only. */
  find<T extends BatchTable>(table: T, key: Key): Readonly<PrimaryTables[T]> | undefined {
    return this.#entries.get(table)?.get(joinKey(key))?.row as PrimaryTables[T] | undefined;
  }

  /** Changes a row that was inserted or loaded before. @throws Error when there is none: a bug in the caller */
  update<T extends BatchTable>(table: T, key: Key, changes: Partial<PrimaryTables[T]>): void {
    const entry = this.#entries.get(table)?.get(joinKey(key));
    if (!entry) throw new Error(`no row of ${table} with key ${joinKey(key)}`);
    Object.assign(entry.row, changes);
    for (const column of Object.keys(changes)) entry.changed?.add(column);
  }

  /** Removes a stored row. @throws Error when it wasn't loaded: a bug in the caller */
  remove(table: BatchTable, key: Key): void {
    const entries = this.#of(table);
    if (!entries.get(joinKey(key))?.changed) throw new Error(`no stored row of ${table} with key ${key}`);
    entries.delete(joinKey(key));
    this.#removed.set(table, [...this.removed(table), key]);
  }

  /** Keys of the stored rows to be deleted. */
  removed(table: BatchTable): readonly Key[] {
    return this.#removed.get(table) ?? [];
  }

  /** New rows of a table, each once, in order of their key. */
  inserted<T extends BatchTable>(table: T): PrimaryTables[T][] {
    const added = this.#added.get(table);
    const rows = sortRows(table, added ?? newRows(this.#entries.get(table)?.values() ?? []));
    const isSet = added !== undefined && SETS.includes(table);
    const distinct = isSet
      ? rows.filter((row, i) => i === 0 || compareKeys(table, rows[i - 1] ?? {}, row) !== 0)
      : rows;
    return distinct as PrimaryTables[T][];
  }

  /** Changed stored rows of a table, with the names of the changed columns. */
  updated(table: BatchTable): { row: object; columns: string[] }[] {
    const rows: { row: object; columns: string[] }[] = [];
    for (const { row, changed } of this.#entries.get(table)?.values() ?? [])
      if (changed && changed.size > 0) rows.push({ row, columns: [...changed].sort() });
    return rows;
  }

  #of(table: BatchTable): Map<string, Entry> {
    let entries = this.#entries.get(table);
    if (!entries) {
      entries = new Map();
      this.#entries.set(table, entries);
    }
    return entries;
  }
}

/**
 * Writes every new and changed row, and deletes removed ones. Call it inside a transaction together with
 * `moveCheckpoint`.
 * @throws StoreError STORE_FAILED
 */
export async function writeBatch(db: PrimaryDb, batch: Batch): Promise<void> {
  const engine = engineOf(db);
  for (const name of Object.keys(KEYS) as BatchTable[]) {
    const table = { table: name, key: KEYS[name] };
    await insertRows(db, table, batch.inserted(name));
    await engine.updateRows(db, table, batch.updated(name));
    await engine.deleteRows(db, table, batch.removed(name));
  }
}

async function insertRows(db: PrimaryDb, table: KeyedTable, rows: readonly object[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const onStored = SETS.includes(table.table) ? "keep" : "refuse";
  await engineOf(db).writeRows(
    db,
    { ...table, onStored },
    {
      columns,
      count: rows.length,
      put(row, values, at) {
        putValues(rows[row] ?? {}, columns, { values, at });
      },
    },
  );
}

function keyOf(table: BatchTable, row: object): string {
  const columns: readonly string[] = KEYS[table];
  const of = row as Record<string, Key[number]>;
  let text = textOf(of[columns[0] as string] as Key[number]);
  for (let i = 1; i < columns.length; i++) text += `/${textOf(of[columns[i] as string] as Key[number])}`;
  return text;
}

/** Twice as fast as `Array.join`, of which a batch would do some ten thousand. */
function joinKey(key: Key): string {
  let text = textOf(key[0] as Key[number]);
  for (let i = 1; i < key.length; i++) text += `/${textOf(key[i] as Key[number])}`;
  return text;
}

function textOf(value: Key[number]): string {
  if (typeof value !== "object") return String(value);
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1");
}

function newRows(entries: Iterable<Entry>): object[] {
  const rows: object[] = [];
  for (const { row, changed } of entries) if (changed === undefined) rows.push(row);
  return rows;
}

/**
 * Rows in order of their key. Its first column tells most apart: it is read once, since reading a number by the name of
 * its column makes a new one.
 */
function sortRows(table: BatchTable, rows: readonly object[]): object[] {
  const [column] = KEYS[table];
  const first = Float64Array.from(rows, (row) => {
    const value = (row as Record<string, unknown>)[column];
    return typeof value === "number" ? value : Number.NaN;
  });
  const order = rows.map((_, i) => i);
  order.sort(
    (a, b) => (first[a] as number) - (first[b] as number) || compareKeys(table, rows[a] ?? {}, rows[b] ?? {}),
  );
  return order.map((i) => rows[i] ?? {});
}

function compareKeys(table: BatchTable, a: object, b: object): number {
  for (const column of KEYS[table]) {
    const left = (a as Record<string, number | string>)[column] as number | string;
    const right = (b as Record<string, number | string>)[column] as number | string;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
