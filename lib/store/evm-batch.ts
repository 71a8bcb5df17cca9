import { CompiledQuery, type Kysely, type QueryExecutorProvider } from "kysely";
import { insertText, MAX_PARAMETERS } from "./dialect";
import type { EvmTables } from "./tables/evm";

/** How the rows of a table are written: sorted by `key`; a row whose key is stored stays (`keep`) or is replaced. */
interface Writing<T> {
  key: readonly (keyof T & string)[];
  onStored?: "keep" | "replace";
}

/** In this order. `contract` and `block` rows of a chain are written once; balances, owners and counts move. */
const WRITING = {
  address: { key: ["id"] },
  block: { key: ["height"] },
  block_body: { key: ["height"] },
  transaction: { key: ["position"] },
  hash: { key: ["prefix48", "kind", "position"] },
  epoch: { key: ["epoch"], onStored: "replace" },
  address_epoch: { key: ["address_id", "epoch"], onStored: "keep" },
  address_activity: { key: ["epoch", "address_id", "kind", "position", "item"], onStored: "keep" },
  internal_transaction: { key: ["position", "trace_index"] },
  contract: { key: ["address_id"], onStored: "replace" },
  token_transfer: { key: ["position", "log_index", "item"] },
  token_balance: { key: ["token_id", "holder_id", "token_number"], onStored: "replace" },
  nft: { key: ["id"], onStored: "replace" },
  metadata_update: { key: ["token_id", "first_number", "last_number"], onStored: "keep" },
  teleporter_message: { key: ["position", "log_index"] },
  token: { key: ["token_id"], onStored: "replace" },
  chain_activity: { key: ["hours", "start_hour"], onStored: "replace" },
  active_window: { key: ["seconds"], onStored: "replace" },
  party: { key: ["address_id"] },
  deployer: { key: ["address_id"], onStored: "replace" },
  deployer_day: { key: ["start_hour", "address_id"] },
} as const satisfies { [T in keyof EvmTables]?: Writing<EvmTables[T]> };

export type EvmBatchTable = keyof typeof WRITING;

/** Rows of an EVM store to be written together, an array per table; those of which there are most without an object each. */
export type EvmBatch = { [T in Exclude<EvmBatchTable, "address_activity">]: EvmTables[T][] } & {
  address_activity: ActivityRows;
};

export function newEvmBatch(): EvmBatch {
  const rows = Object.keys(WRITING).map((table) => [table, []]);
  return { ...Object.fromEntries(rows), address_activity: new ActivityRows() } as unknown as EvmBatch;
}

/** Rows bound by one insert: enough to forget the cost of a statement, few enough texts to cache. */
const ROWS_PER_INSERT = 128;

/**
 * Writes every row, each table in the order of its key. Call it inside a transaction together with `moveCheckpoint`.
 * @throws StoreError STORE_FAILED
 */
export async function writeEvmBatch(db: Kysely<EvmTables>, batch: EvmBatch): Promise<void> {
  for (const table of Object.keys(WRITING) as EvmBatchTable[]) {
    const rows = batch[table];
    if (rows instanceof ActivityRows)
      await writeValues(db, { table, columns: ACTIVITY_COLUMNS }, rows.sorted());
    else if (rows.length > 0) await writeRows(db, table, sorted(rows, WRITING[table].key));
  }
}

async function writeRows(
  db: QueryExecutorProvider,
  table: EvmBatchTable,
  rows: readonly object[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const values: unknown[] = [];
  for (const row of rows) for (const column of columns) values.push(row[column as keyof typeof row]);
  await writeValues(db, { table, columns }, values);
}

/** Writes rows whose values stand one after the other, in the order of the table's key. */
async function writeValues(
  db: QueryExecutorProvider,
  { table, columns }: { table: EvmBatchTable; columns: readonly string[] },
  values: readonly unknown[],
): Promise<void> {
  const rules = WRITING[table];
  const into = {
    table,
    onStored: "onStored" in rules ? rules.onStored : ("refuse" as const),
    key: rules.key,
  };
  const width = columns.length;
  const chunk = Math.min(ROWS_PER_INSERT, Math.floor(MAX_PARAMETERS / width));
  const insertMany = insertText(into, columns, chunk);
  const insertOne = insertText(into, columns, 1);
  const whole = values.length - (values.length % (chunk * width));
  for (let start = 0; start < values.length; ) {
    // The tail goes row by row: a text per tail length would fill the statement cache.
    const end = start + (start < whole ? chunk * width : width);
    const text = start < whole ? insertMany : insertOne;
    await db.getExecutor().executeQuery(CompiledQuery.raw(text, values.slice(start, end)));
    start = end;
  }
}

const ACTIVITY_COLUMNS = ["epoch", "address_id", "kind", "position", "item"];
const KINDS = 8;
/** Rows sorted at once: with the number of a row in its run, an address and a kind are one exact number. */
const RUN = 2 ** 20;

/** Rows of `address_activity`: about half of all rows, so they are kept as numbers and sorted as numbers. */
export class ActivityRows {
  readonly #epochs: number[] = [];
  readonly #lists: number[] = [];
  readonly #positions: number[] = [];
  readonly #items: number[] = [];

  /** Positions and items of a list come in their order. */
  push({ epoch, address_id, kind, position, item }: EvmTables["address_activity"]): void {
    this.#epochs.push(epoch);
    this.#lists.push(address_id * KINDS + kind);
    this.#positions.push(position);
    this.#items.push(item);
  }

  /** The rows' values one after the other, in runs sorted by key. */
  sorted(): number[] {
    const values: number[] = [];
    for (let start = 0; start < this.#lists.length; start += RUN) {
      const run = this.#lists.slice(start, start + RUN);
      for (const key of Float64Array.from(run, (list, i) => list * RUN + i).sort()) {
        const list = Math.floor(key / RUN);
        const i = start + key - list * RUN;
        const kind = list % KINDS;
        values.push(
          this.#epochs[i] ?? 0,
          (list - kind) / KINDS,
          kind,
          this.#positions[i] ?? 0,
          this.#items[i] ?? 0,
        );
      }
    }
    return values;
  }
}

type KeyedRow = Record<string, number | Uint8Array>;

/** In the order of the key. Most tables' rows are pushed in it: those are only looked through. */
function sorted(rows: readonly object[], key: readonly string[]): readonly object[] {
  const compare = (a: object, b: object) => compareKeys(a as KeyedRow, b as KeyedRow, key);
  const first = rows.findIndex((row, i) => i > 0 && compare(rows[i - 1] as object, row) > 0);
  return first < 0 ? rows : [...rows].sort(compare);
}

function compareKeys(a: KeyedRow, b: KeyedRow, key: readonly string[]): number {
  for (const column of key) {
    const left = a[column] as number | Uint8Array;
    const right = b[column] as number | Uint8Array;
    if (left === right) continue;
    const order =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : Buffer.compare(left as Uint8Array, right as Uint8Array);
    if (order !== 0) return order;
  }
  return 0;
}
