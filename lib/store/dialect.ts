/**
 * The engine: SQLite through better-sqlite3 in WAL mode, under Kysely. The only file that knows it; a second engine is
 * a second file like this one.
 */

import Database from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Expression,
  Kysely,
  CompiledQuery as Query,
  type QueryExecutorProvider,
  type QueryResult,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type TransactionSettings,
} from "kysely";
import { StoreError } from "../errors";
import { keepToOwner } from "./own-file";

/**
 * Column types and table forms for migrations. Tables are STRICT, which allows no type names of our own: a column
 * declared `int` is a u64, one declared `integer` a plain number, and the driver reads them so.
 */
export const ddl = {
  integer: sql.raw("integer"),
  u64: sql.raw("int"),
  bytes: sql.raw("blob"),
  text: sql.raw("text"),
  /** Rows lie in the order of the primary key. */
  clustered: sql.raw("strict, without rowid"),
  /** For tables with large byte columns, and those whose key is one integer. */
  heap: sql.raw("strict"),
};

/** Statements after which rows of a table can be added, and neither changed nor deleted. */
export function appendOnly(table: string): string[] {
  return ["update", "delete"].map(
    (verb) => `create trigger ${table}_no_${verb} before ${verb} on ${table}
      begin select raise(abort, '${table} takes no ${verb}'); end`,
  );
}

/** How long a statement waits for whoever else writes. */
const BUSY_MS = 5_000;
/** Prepared statements kept; the program has a few hundred texts in all. */
const STATEMENTS_KEPT = 500;
/** Values bound by one statement; SQLite allows 32,766. */
export const MAX_PARAMETERS = 30_000;

/**
 * Pages of 4 KiB that the log ahead of the file grows to: a page that several batches change is copied into the file once.
 * A large store that takes in millions of rows is written a sixth faster with the longer one, and read a little slower.
 */
const LOG_PAGES = { short: 16_384, long: 65_536 };

/** Whoever reads never writes; a scratch store is written by one process and thrown away when that ends. */
export type OpenMode = "read" | "write" | "scratch";

/**
 * Opens the database at `path` (`:memory:` works). A writer creates the file, for this user alone: stores hold keys.
 * @throws StoreError STORE_FAILED when the file can't be opened or isn't a database
 */
export function openEngine<Tables>(path: string, mode: OpenMode): Kysely<Tables> {
  if (mode !== "read" && path !== ":memory:") keepToOwner(path);
  return wrapErrors(() => {
    const database = new Database(path, { readonly: mode === "read", fileMustExist: mode === "read" });
    database.pragma(`busy_timeout = ${BUSY_MS}`);
    database.pragma("cache_size = -65536");
    database.pragma("temp_store = memory");
    if (mode === "write") {
      database.pragma("journal_mode = wal");
      // A power cut may take back the last commits, never part of one: the indexer goes on from what is there.
      database.pragma("synchronous = normal");
      database.pragma(`wal_autocheckpoint = ${LOG_PAGES.short}`);
      database.pragma(`journal_size_limit = ${LOG_PAGES.short * 4096}`);
    }
    if (mode === "scratch") {
      database.pragma("journal_mode = memory");
      database.pragma("synchronous = off");
    }
    return new Kysely<Tables>({ dialect: sqliteDialect(database) });
  }, path);
}

/** Has every commit wait until the disk has it: for what must be known after a power cut. */
export async function commitToDisk(db: QueryExecutorProvider): Promise<void> {
  await sql`pragma synchronous = full`.execute(db);
}

/**
 * Makes a file this process's own until the function it returns is called, or the process ends in whatever way.
 * @returns undefined while it is another's
 * @throws StoreError STORE_FAILED when it can't be written
 */
export function holdFile(
  path: string,
  { patienceMs = HOLD_PATIENCE_MS }: { patienceMs?: number } = {},
): (() => void) | undefined {
  return wrapErrors(() => {
    const database = new Database(path, { timeout: patienceMs });
    try {
      database.pragma("journal_mode = memory"); // otherwise an empty journal lies beside it
      database.exec("begin exclusive");
      return () => void database.close();
    } catch (error) {
      database.close();
      if (error instanceof Database.SqliteError && error.code === "SQLITE_BUSY") return undefined;
      throw error;
    }
  });
}

/** Whoever is told to end needs a moment. */
const HOLD_PATIENCE_MS = 2_000;

/** Damage that is named of one file. */
const MOST_DAMAGE = 20;

/**
 * What the engine finds wrong with the pages and indexes of a database file; nothing when all is well. Each table is read
 * by itself, so that the log ahead of the file can be cut in between. Call it in a process that nobody waits for.
 */
export function findDamage(path: string): string[] {
  try {
    const database = new Database(path, { readonly: true, fileMustExist: true });
    try {
      const tables = database.prepare("select name from sqlite_schema where type = 'table'").pluck().all();
      const faults = tables.flatMap((name) =>
        (database.pragma(`integrity_check("${String(name)}")`) as { integrity_check: string }[]).map(
          ({ integrity_check }) => `${String(name)}: ${integrity_check}`,
        ),
      );
      return faults.filter((text) => !text.endsWith(": ok")).slice(0, MOST_DAMAGE);
    } finally {
      database.close();
    }
  } catch (error) {
    if (error instanceof Database.SqliteError) return [`${error.message} (${error.code})`];
    throw error;
  }
}

/** Where rows are written, and what becomes of a row whose `key` is stored. */
interface InsertInto {
  table: string;
  onStored: "refuse" | "keep" | "replace";
  key: readonly string[];
}

/**
 * `insert into table (columns) values (…), (…)` for `rowCount` rows. A row whose key is stored is an error, or stays, or
 * is replaced: in place, so that indexes over its key alone are left as they are.
 */
export function insertText(into: InsertInto, columns: readonly string[], rowCount: number): string {
  const names = quoted(columns);
  const row = `(${columns.map(() => "?").join(", ")})`;
  const rows = Array.from({ length: rowCount }, () => row).join(", ");
  return `insert into "${into.table}" (${names}) values ${rows}${conflictText(into, columns)}`;
}

function conflictText({ onStored, key }: InsertInto, columns: readonly string[]): string {
  if (onStored === "refuse") return "";
  if (onStored === "keep") return " on conflict do nothing";
  const set = columns
    .filter((column) => !key.includes(column))
    .map((column) => `"${column}" = excluded."${column}"`);
  return ` on conflict (${quoted(key)}) do update set ${set.join(", ")}`;
}

function quoted(columns: readonly string[]): string {
  return columns.map((column) => `"${column}"`).join(", ");
}

/** `delete from table where keys`. */
export function deleteText(table: string, keys: readonly string[]): string {
  return `delete from "${table}" where ${keys.map((key) => `"${key}" = ?`).join(" and ")}`;
}

/** `update table set columns where keys`, values in that order. */
export function updateText(table: string, columns: readonly string[], keys: readonly string[]): string {
  const set = columns.map((column) => `"${column}" = ?`).join(", ");
  return `update "${table}" set ${set} where ${keys.map((key) => `"${key}" = ?`).join(" and ")}`;
}

export type LogLength = keyof typeof LOG_PAGES;

/** How long the log of a writer's database may grow from now on; `short` at first. */
export async function setLog(db: QueryExecutorProvider, length: LogLength): Promise<void> {
  await sql.raw(`pragma wal_autocheckpoint = ${LOG_PAGES[length]}`).execute(db);
}

/** Cuts the log of a writer's database to nothing, unless somebody reads from it right now: nobody is waited for. */
export async function cutLog<Tables>(db: Kysely<Tables>): Promise<void> {
  await db.connection().execute(async (connection) => {
    await sql`pragma busy_timeout = 0`.execute(connection);
    try {
      await sql`pragma wal_checkpoint(truncate)`.execute(connection);
    } finally {
      await sql.raw(`pragma busy_timeout = ${BUSY_MS}`).execute(connection);
    }
  });
}

/** All rows of a query as one JSON text, an array each, in any order: handing a row out costs several times as much. */
export function jsonRows(columns: readonly Expression<unknown>[]): RawBuilder<string> {
  return sql<string>`json_group_array(json_array(${sql.join(columns)}))`;
}

/** Whether a column is one of some numbers, bound as one value: hundreds of values cost more than what is found by them. */
export function isOneOf(column: string, numbers: readonly number[]): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(numbers)}))`;
}

/** Bytes of a column as hex digits; none for null. */
export function hexOf(column: string): RawBuilder<string> {
  return sql<string>`lower(hex(${sql.ref(column)}))`;
}

/** The file of a database. @throws StoreError STORE_FAILED for one that has none: it is this process's alone */
export async function fileOf(db: QueryExecutorProvider): Promise<string> {
  const { rows } = await sql<{
    file: string;
  }>`select file from pragma_database_list where name = 'main'`.execute(db);
  const file = rows[0]?.file;
  if (file) return file;
  throw new StoreError("STORE_FAILED", "a database in memory has no file");
}

/** Copies the whole database to a new file at `path`, as of now. @throws StoreError STORE_FAILED, also when it is there */
export async function copyDatabase(db: QueryExecutorProvider, path: string): Promise<void> {
  // The engine takes an empty file for a new one.
  keepToOwner(path);
  await sql`vacuum into ${path}`.execute(db);
}

/** Makes the tables of another database known as `name.table`. @throws StoreError STORE_FAILED */
export async function attach(db: QueryExecutorProvider, path: string, name: string): Promise<void> {
  await sql`attach database ${path} as ${sql.ref(name)}`.execute(db);
}

/** The inverse of `attach`. */
export async function detach(db: QueryExecutorProvider, name: string): Promise<void> {
  await sql`detach database ${sql.ref(name)}`.execute(db);
}

function sqliteDialect(database: Database.Database): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new CachingDriver(database),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
}

/** One connection; a transaction holds it alone, everyone else waits in line. */
class CachingDriver implements Driver {
  readonly #connection: CachingConnection;
  #turn: Promise<void> = Promise.resolve();
  #endTurn: () => void = () => {};

  constructor(database: Database.Database) {
    this.#connection = new CachingConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    const before = this.#turn;
    let end = () => {};
    this.#turn = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    this.#endTurn = end;
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#endTurn();
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings): Promise<void> {
    // A writer takes the write lock at once: waiting for it later could fail in the middle.
    const begin = settings.accessMode === "read only" ? "begin" : "begin immediate";
    await connection.executeQuery(Query.raw(begin));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(Query.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite rolls back by itself after some errors (a full disk): then there is nothing left to do.
    if (this.#connection.inTransaction) await connection.executeQuery(Query.raw("rollback"));
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

type Row = Record<string, unknown>;

interface Prepared {
  statement: Database.Statement<unknown[], Row>;
  /** For the columns that aren't handed out as the engine gives them. */
  readers: [name: string, read: (value: unknown) => unknown][];
}

class CachingConnection implements DatabaseConnection {
  readonly #database: Database.Database;
  readonly #statements = new Map<string, Prepared>();

  constructor(database: Database.Database) {
    this.#database = database;
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return wrapErrors(() => {
      const { statement, readers } = this.#prepare(query.sql);
      const values = query.parameters.some(isUnbindable)
        ? query.parameters.map(toBindable)
        : (query.parameters as unknown[]);
      if (!statement.reader) {
        const { changes } = statement.run(values);
        return { rows: [], numAffectedRows: BigInt(changes) };
      }
      const rows = statement.all(values);
      for (const row of rows) for (const [name, read] of readers) row[name] = read(row[name]);
      return { rows: rows as R[] };
    }, this.#database.name);
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    // An open cursor stops WAL checkpoints: long reads page by key in separate statements.
    yield* [];
    throw new StoreError("STORE_FAILED", "this store doesn't stream: page by key");
  }

  #prepare(text: string): Prepared {
    const known = this.#statements.get(text);
    if (known) return known;
    const prepared = prepare(this.#database, text);
    if (this.#statements.size >= STATEMENTS_KEPT) {
      const [oldest] = this.#statements.keys();
      if (oldest !== undefined) this.#statements.delete(oldest);
    }
    this.#statements.set(text, prepared);
    return prepared;
  }
}

function prepare(database: Database.Database, text: string): Prepared {
  const statement = database.prepare<unknown[], Row>(text);
  if (!statement.reader) return { statement, readers: [] };
  const columns = statement.columns().map(({ name, type }) => ({ name, type: type?.toLowerCase() }));
  // Only where it is needed: a statement that reads safely makes a bigint of every integer.
  const safe = columns.some(({ type }) => type === undefined || type === "int");
  statement.safeIntegers(safe);
  const readers = columns.flatMap(({ name, type }): Prepared["readers"] => {
    if (type === "blob") return [[name, readBytes]];
    if (type === "int") return [[name, readUnsigned]];
    if (type === undefined) return [[name, readExpression]];
    return safe && type === "integer" ? [[name, readNumber]] : [];
  });
  return { statement, readers };
}

/** Plain bytes: a Buffer's `slice` shares memory where code expects a copy. */
function readBytes(value: unknown): unknown {
  return Buffer.isBuffer(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : value;
}

function readUnsigned(value: unknown): unknown {
  return typeof value === "bigint" ? BigInt.asUintN(64, value) : value;
}

function readNumber(value: unknown): unknown {
  return typeof value === "bigint" ? Number(value) : value;
}

/** A number when that is exact, otherwise a bigint. */
function readExpression(value: unknown): unknown {
  return typeof value === "bigint" && isExact(value) ? Number(value) : readBytes(value);
}

function isExact(value: bigint): boolean {
  return value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;
}

function isUnbindable(value: unknown): boolean {
  return typeof value === "bigint" || typeof value === "boolean";
}

/** A u64 is kept as the signed number of the same bits; what has more bits would be another number. */
function signed(value: bigint): bigint {
  if (value >= -(2n ** 63n) && value < 2n ** 64n) return BigInt.asIntN(64, value);
  throw new StoreError("STORE_FAILED", `${value} does not fit a column of 64 bits`);
}

function toBindable(value: unknown): unknown {
  if (typeof value === "bigint") return signed(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  return value;
}

/** The engine's errors become StoreErrors here, once. */
function wrapErrors<T>(work: () => T, path = ""): T {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Database.SqliteError)) throw cause;
    const hint = HINTS.find(([prefix]) => cause.code.startsWith(prefix))?.[1];
    const which = hint === DAMAGED ? ` ${path}` : "";
    throw new StoreError("STORE_FAILED", `the store${which} failed: ${cause.message} (${cause.code})`, {
      cause,
      ...(hint === undefined ? {} : { hint }),
    });
  }
}

const DAMAGED =
  "the file is damaged: delete it alone, with its -wal and -shm, or run `firn reset`; its chain is indexed anew";

/** Whether what failed a store may pass by itself: not that it is damaged. */
export function mayPass({ cause }: StoreError): boolean {
  return cause instanceof Database.SqliteError && /FULL|IOERR|READONLY|BUSY|CANTOPEN/.test(cause.code);
}

const HINTS: [prefix: string, hint: string][] = [
  ["SQLITE_FULL", "make room on the disk that holds FIRN_DATA_DIR"],
  ["SQLITE_IOERR", "see whether the disk that holds FIRN_DATA_DIR is well"],
  ["SQLITE_BUSY", "another process holds the store: stop it, then start Firn again"],
  ["SQLITE_CANTOPEN", "check that FIRN_DATA_DIR exists and may be written"],
  ["SQLITE_READONLY", "check that FIRN_DATA_DIR may be written"],
  ["SQLITE_CORRUPT", DAMAGED],
  ["SQLITE_NOTADB", DAMAGED],
];
