import { toHex } from "../../avalanche/codec/bytes";
import { AUDIT_OUTCOMES } from "../../contract/operator/audit";
import { type CheckResult, DifferenceCounter } from "../../indexer/audit/check-result";
import { listOperatorRows, listStrayOutcomes } from "../../store/queries/operator/rows";
import type { Stores } from "../../store/stores";
import type { OperatorTables } from "../../store/tables/operator";

/** What a column may hold. */
interface ColumnForm {
  name: string;
  fits: (value: unknown) => boolean;
}

const TEXT: ColumnForm = { name: "text", fits: (value) => typeof value === "string" };
const TEXT_OR_NULL: ColumnForm = {
  name: "text or null",
  fits: (value) => value === null || TEXT.fits(value),
};
const WHOLE: ColumnForm = {
  name: "a whole number",
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const WHOLE_OR_NULL: ColumnForm = {
  name: "a whole number or null",
  fits: (value) => value === null || WHOLE.fits(value),
};
const HASH: ColumnForm = {
  name: "32 bytes",
  fits: (value) => value instanceof Uint8Array && value.length === 32,
};
const SHORT_ID: ColumnForm = {
  name: "eight hex digits",
  fits: (value) => /^[0-9a-f]{8}$/.test(String(value)),
};

/** A table: the columns that identify a row, and what each column may hold. */
interface Table<Row> {
  key: readonly (keyof Row & string)[];
  columns: Readonly<Record<keyof Row & string, ColumnForm>>;
}

const TABLES: { readonly [T in keyof OperatorTables]: Table<OperatorTables[T]> } = {
  audit: { key: ["id"], columns: { id: WHOLE, at_ms: WHOLE, who: TEXT, method: TEXT, parameters: TEXT } },
  audit_outcome: {
    key: ["audit_id"],
    columns: { audit_id: WHOLE, outcome: oneOf(AUDIT_OUTCOMES), said: TEXT },
  },
  put_back: {
    key: ["logger_name", "target"],
    columns: {
      logger_name: TEXT,
      target: oneOf(["file", "display"]),
      level: TEXT,
      goes_back_to: TEXT,
      changed_at_ms: WHOLE,
      changed_by: TEXT,
      due_at_ms: WHOLE_OR_NULL,
      last_error: TEXT_OR_NULL,
    },
  },
  session: {
    key: ["short_id"],
    columns: {
      short_id: SHORT_ID,
      secret_hash: HASH,
      started_at_ms: WHOLE,
      touched_at_ms: WHOLE,
      ended_at_ms: WHOLE_OR_NULL,
    },
  },
  sign_in_link: {
    key: ["secret_hash"],
    columns: { secret_hash: HASH, expires_at_ms: WHOLE, used_at_ms: WHOLE_OR_NULL },
  },
};

/**
 * Checks the operator's store: the file is intact, every column holds what it may, and every outcome belongs to a
 * request.
 * @throws StoreError when the file can't be read
 */
export async function auditOperator(stores: Stores): Promise<CheckResult> {
  const counter = new DifferenceCounter();
  const name = stores.nameOf("operator");
  for (const fault of await stores.findDamage("operator")) counter.add(`${name}: ${fault}`);
  if (counter.differing > 0) return counter.result(name, "nothing");
  const store = await stores.open("operator", { mode: "read" });
  let rows = 0;
  try {
    for (const [of, table] of Object.entries(TABLES) as [keyof OperatorTables, AnyTable][]) {
      for (const row of await listOperatorRows(store.db, of)) {
        rows += 1;
        for (const difference of misfits(table, row)) counter.add(`${of} ${difference}`, of);
      }
    }
    for (const id of await listStrayOutcomes(store.db))
      counter.add(`audit_outcome ${id}: no request has this id`);
  } finally {
    await store.close();
  }
  return counter.result(name, `${rows} rows`, {
    leftOut: "whether they are true, which nothing else records",
  });
}

function oneOf(values: readonly string[]): ColumnForm {
  return { name: `one of ${values.join(", ")}`, fits: (value) => values.includes(String(value)) };
}

interface AnyTable {
  key: readonly string[];
  columns: Readonly<Record<string, ColumnForm>>;
}

/** Does not show values, because they are people's data. */
function* misfits({ key, columns }: AnyTable, row: Readonly<Record<string, unknown>>): Generator<string> {
  const known = key.map((column) => spell(row[column])).join("/");
  for (const [column, { name, fits }] of Object.entries(columns))
    if (!fits(row[column])) yield `${known} ${column}: not ${name}`;
}

function spell(value: unknown): string {
  return value instanceof Uint8Array ? toHex(value) : String(value);
}
