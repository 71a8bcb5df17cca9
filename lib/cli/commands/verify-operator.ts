import { toHex } from "../../avalanche/codec/bytes";
import { AUDIT_OUTCOMES } from "../../contract/operator/audit";
import { type Finding, Tally } from "../../indexer/audit/audit";
import { listOperatorRows, listStrayOutcomes } from "../../store/queries/operator/rows";
import type { Stores } from "../../store/stores";
import type { OperatorTables } from "../../store/tables/operator";

/** What a column holds, and how to tell. */
interface Form {
  name: string;
  fits: (value: unknown) => boolean;
}

const TEXT: Form = { name: "a text", fits: (value) => typeof value === "string" };
const TEXT_OR_NULL: Form = { name: "a text or nothing", fits: (value) => value === null || TEXT.fits(value) };
const WHOLE: Form = {
  name: "a whole number",
  fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
};
const WHOLE_OR_NULL: Form = {
  name: "a whole number or nothing",
  fits: (value) => value === null || WHOLE.fits(value),
};
const HASH: Form = { name: "32 bytes", fits: (value) => value instanceof Uint8Array && value.length === 32 };
const SHORT_ID: Form = { name: "eight hex digits", fits: (value) => /^[0-9a-f]{8}$/.test(String(value)) };

/** A table: what its rows are known by, and what every column holds. */
interface Table<Row> {
  key: readonly (keyof Row & string)[];
  columns: Readonly<Record<keyof Row & string, Form>>;
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
 * The operator's store: that the file is whole, that every column holds what it should, and that outcomes are of something
 * that was asked for. @throws StoreError when the file can't be read
 */
export async function auditOperator(stores: Stores): Promise<Finding> {
  const tally = new Tally();
  const name = stores.nameOf("operator");
  for (const fault of await stores.findDamage("operator")) tally.add(`${name}: ${fault}`);
  if (tally.differing > 0) return tally.finding(name, "nothing");
  const store = await stores.open("operator", { mode: "read" });
  let rows = 0;
  try {
    for (const [of, table] of Object.entries(TABLES) as [keyof OperatorTables, AnyTable][]) {
      for (const row of await listOperatorRows(store.db, of)) {
        rows += 1;
        for (const difference of misfits(table, row)) tally.add(`${of} ${difference}`, of);
      }
    }
    for (const id of await listStrayOutcomes(store.db))
      tally.add(`audit_outcome ${id}: stored a row, nothing of that id was asked for`);
  } finally {
    await store.close();
  }
  return tally.finding(name, `${rows} rows`, {
    leftOut: "whether they are true: nothing else says it",
  });
}

function oneOf(values: readonly string[]): Form {
  return { name: `one of ${values.join(", ")}`, fits: (value) => values.includes(String(value)) };
}

interface AnyTable {
  key: readonly string[];
  columns: Readonly<Record<string, Form>>;
}

/** Values are not shown: they are of people's doings. */
function* misfits({ key, columns }: AnyTable, row: Readonly<Record<string, unknown>>): Generator<string> {
  const known = key.map((column) => spell(row[column])).join("/");
  for (const [column, { name, fits }] of Object.entries(columns))
    if (!fits(row[column])) yield `${known} ${column}: stored what is not ${name}`;
}

function spell(value: unknown): string {
  return value instanceof Uint8Array ? toHex(value) : String(value);
}
