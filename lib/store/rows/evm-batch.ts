import type { EvmDb } from "../db";
import { engineOf, type InsertInto, type RowSource } from "../engine";
import type { EvmTables } from "../tables/evm";
import { LogTerms } from "./log-terms";
import { RowColumns } from "./row-columns";

/** How the rows of a table are written: sorted by `key`, and what happens to a row whose key is stored. */
interface Writing<T> {
  key: readonly (keyof T & string)[];
  onStored?: Exclude<InsertInto["onStored"], "refuse">;
}

/** In this order. `contract` and `block` rows are written once; balances, owners and counts change. */
const WRITING = {
  address: { key: ["id"] },
  block: { key: ["height"] },
  block_body: { key: ["height"] },
  transaction: { key: ["position"] },
  tx_failure: { key: ["position"], onStored: "keep" },
  log_body: { key: ["height"], onStored: "keep" },
  log_term: { key: ["term"], onStored: "unite" },
  hash: { key: ["prefix48", "kind", "position"] },
  signer: { key: ["address_id"], onStored: "replace" },
  epoch: { key: ["epoch"], onStored: "replace" },
  address_epoch: { key: ["address_id", "epoch"], onStored: "keep" },
  address_activity: { key: ["epoch", "address_id", "kind", "position", "item"], onStored: "keep" },
  internal_transaction: { key: ["position", "trace_index"] },
  contract: { key: ["address_id"], onStored: "replace" },
  contract_question: { key: ["address_id"], onStored: "replace" },
  token_transfer: { key: ["position", "log_index", "item"] },
  approval: { key: ["owner_id", "token_id", "form", "spender_id"], onStored: "replace" },
  nft_approval: { key: ["token_id", "token_number"], onStored: "replace" },
  coin_wrap: { key: ["position", "log_index"] },
  token_balance: { key: ["token_id", "holder_id", "token_number"], onStored: "replace" },
  nft: { key: ["id"], onStored: "replace" },
  metadata_update: { key: ["token_id", "first_number", "last_number"], onStored: "keep" },
  message_step: { key: ["step"], onStored: "keep" },
  token: { key: ["token_id"], onStored: "replace" },
  uncompared_token: { key: ["token_id"], onStored: "replace" },
  chain_activity: { key: ["hours", "start_hour"], onStored: "replace" },
  active_window: { key: ["seconds"], onStored: "replace" },
  active_period: { key: ["unit", "start_hour"], onStored: "replace" },
  party: { key: ["address_id"], onStored: "replace" },
  sender: { key: ["address_id"], onStored: "replace" },
  deployer: { key: ["address_id"], onStored: "replace" },
  deployer_day: { key: ["start_hour", "address_id"] },
} as const satisfies { [T in keyof EvmTables]?: Writing<EvmTables[T]> };

/** Columns of the primary keys of the tables that blocks add to. */
export const EVM_KEYS: { readonly [T in keyof typeof WRITING]: readonly string[] } = Object.fromEntries(
  Object.entries(WRITING).map(([table, { key }]) => [table, key]),
) as unknown as { [T in keyof typeof WRITING]: readonly string[] };

export type EvmBatchTable = keyof typeof WRITING;

/** What an engine may have as indexes instead (`Engine.keepsLists`). */
export const LIST_TABLES: readonly EvmBatchTable[] = ["hash", "epoch", "address_epoch", "address_activity"];

/** Rows of an EVM store to be written together, by table. */
export type EvmBatch = { [T in Exclude<EvmBatchTable, keyof OwnRows>]: RowColumns<EvmTables[T]> } & OwnRows;

/** Rows that are kept in a way of their own until they are written. */
interface OwnRows {
  address_activity: ActivityRows;
  log_term: LogTerms;
}

export function newEvmBatch(): EvmBatch {
  const rows = Object.keys(WRITING).map((table) => [table, new RowColumns()]);
  const own: OwnRows = { address_activity: new ActivityRows(), log_term: new LogTerms() };
  return { ...Object.fromEntries(rows), ...own } as unknown as EvmBatch;
}

/**
 * Writes every row, each table in the order of its key. Call it inside a transaction together with `moveCheckpoint`.
 * @throws StoreError STORE_FAILED
 */
export async function writeEvmBatch(db: EvmDb, batch: EvmBatch): Promise<void> {
  const engine = engineOf(db);
  for (const table of Object.keys(WRITING) as EvmBatchTable[]) {
    if (!engine.keepsLists && LIST_TABLES.includes(table)) continue;
    const rows = batch[table];
    const rules: Writing<Record<string, unknown>> = WRITING[table];
    await engine.writeRows(
      db,
      { table, key: rules.key, onStored: rules.onStored ?? "refuse" },
      rows instanceof RowColumns
        ? sortedRows(rows as unknown as RowColumns<KeyedRow>, rules.key)
        : rows.sorted(),
    );
  }
}

const ACTIVITY_COLUMNS = ["epoch", "address_id", "kind", "position", "item"];
const KINDS = 8;
/** Rows sorted at once: an address, a kind and the row's number in its run fit one exact number. */
const RUN = 2 ** 20;

/** Rows of `address_activity`: about half of all rows, so they are kept as numbers and sorted as numbers. */
export class ActivityRows {
  readonly #epochs: number[] = [];
  readonly #lists: number[] = [];
  readonly #positions: number[] = [];
  readonly #items: number[] = [];

  /** Push the positions of a list in order. */
  push({ epoch, address_id, kind, position, item }: EvmTables["address_activity"]): void {
    this.#epochs.push(epoch);
    this.#lists.push(address_id * KINDS + kind);
    this.#positions.push(position);
    this.#items.push(item);
  }

  /** In runs sorted by key. */
  sorted(): RowSource {
    const count = this.#lists.length;
    const order = new Uint32Array(count);
    for (let start = 0; start < count; start += RUN) {
      const keys = new Float64Array(Math.min(RUN, count - start));
      for (let i = 0; i < keys.length; i++) keys[i] = (this.#lists[start + i] ?? 0) * RUN + i;
      keys.sort();
      for (let i = 0; i < keys.length; i++) order[start + i] = start + ((keys[i] ?? 0) % RUN);
    }
    return {
      columns: ACTIVITY_COLUMNS,
      count,
      put: (row, values, at) => this.#put(order[row] ?? 0, values, at),
    };
  }

  #put(i: number, values: unknown[], at: number): void {
    const list = this.#lists[i] ?? 0;
    values[at] = this.#epochs[i];
    values[at + 1] = Math.floor(list / KINDS);
    values[at + 2] = list % KINDS;
    values[at + 3] = this.#positions[i];
    values[at + 4] = this.#items[i];
  }
}

type KeyedRow = Record<string, unknown>;

/** Most tables' rows are pushed in the order of their key and need no sorting. */
function sortedRows(rows: RowColumns<KeyedRow>, key: readonly string[]): RowSource {
  const { length } = rows;
  const compare = comparerOf(rows, key);
  let order: Uint32Array | undefined;
  for (let i = 1; i < length && order === undefined; i++) {
    if (compare(i - 1, i) > 0) order = Uint32Array.from({ length }, (_, row) => row).sort(compare);
  }
  return {
    columns: rows.names,
    count: length,
    put: (row, values, at) => rows.put(order?.[row] ?? row, values, at),
  };
}

/** Compares rows by key: leading numbers first, then bytes. */
function comparerOf(rows: RowColumns<KeyedRow>, key: readonly string[]): (a: number, b: number) => number {
  if (rows.length === 0) return () => 0;
  const bytes = key.findIndex((column) => typeof rows.value(0, column) !== "number");
  const columns = (bytes < 0 ? key : key.slice(0, bytes)).map((column) => rows.numbers(column));
  const rest = key.slice(columns.length);
  return (a, b) => {
    for (const column of columns) {
      const order = (column[a] ?? 0) - (column[b] ?? 0);
      if (order !== 0) return order;
    }
    for (const column of rest) {
      const order = Buffer.compare(rows.value(a, column) as Uint8Array, rows.value(b, column) as Uint8Array);
      if (order !== 0) return order;
    }
    return 0;
  };
}
