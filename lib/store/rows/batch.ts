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

/** Tables whose rows are only added, and never looked for in a batch. The store refuses a key that it has twice. */
const ADDED: readonly string[] = ["block", "container_run", "hash", "vertex"] satisfies (keyof typeof KEYS)[];

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

  /** Adds a new row. @throws Error when the batch has one of that key: a bug in the caller */
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

  /** New rows of a table, in order of their key. */
  inserted<T extends BatchTable>(table: T): PrimaryTables[T][] {
    const rows = [...(this.#added.get(table) ?? [])] as PrimaryTables[T][];
    for (const { row, changed } of this.#entries.get(table)?.values() ?? [])
      if (changed === undefined) rows.push(row as PrimaryTables[T]);
    return rows.sort((a, b) => compareKeys(table, a, b));
  }

  /** Changed stored rows of a table, with the names of the changed columns. */
  updated(table: BatchTable): { row: object; columns: string[] }[] {
    return [...this.#of(table).values()].flatMap(({ row, changed }) =>
      changed && changed.size > 0 ? [{ row, columns: [...changed].sort() }] : [],
    );
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
  return joinKey(KEYS[table].map((column) => (row as Record<string, Key[number]>)[column] as Key[number]));
}

/** Twice as fast as `Array.join`, of which a batch would do some ten thousand. */
function joinKey(key: Key): string {
  let text = String(key[0]);
  for (let i = 1; i < key.length; i++) text += `/${key[i]}`;
  return text;
}

function compareKeys(table: BatchTable, a: object, b: object): number {
  for (const column of KEYS[table]) {
    const left = (a as Record<string, number | string>)[column] as number | string;
    const right = (b as Record<string, number | string>)[column] as number | string;
    if (left !== right) return left < right ? -1 : 1;
  }
  return 0;
}
