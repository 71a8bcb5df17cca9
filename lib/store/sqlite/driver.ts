import type Database from "better-sqlite3";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  CompiledQuery as Query,
  type QueryResult,
} from "kysely";
import { StoreError } from "../../errors";
import { Lru } from "../../lru";
import { Mutex } from "../../mutex";
import type { StoreConnection } from "../db";
import type { Reading } from "../reading";
import { readMark } from "../sql/computed";
import { FLAGS } from "../tables/flags";
import { wrapErrors } from "./errors";

/** Prepared statements kept. The program has a few hundred texts in all. */
const STATEMENTS_KEPT = 500;

/** One connection. A transaction has it alone; everything else waits in line. */
export class CachingDriver implements Driver {
  readonly #connection: CachingConnection;
  readonly #mutex = new Mutex();
  #release: () => void = () => {};

  constructor(database: Database.Database) {
    this.#connection = new CachingConnection(database);
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    this.#release = await this.#mutex.acquire();
    return this.#connection;
  }

  async releaseConnection(): Promise<void> {
    this.#release();
  }

  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    // It takes the write lock at once: waiting for it later could fail midway.
    await connection.executeQuery(Query.raw("begin immediate"));
  }

  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(Query.raw("commit"));
  }

  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // SQLite has already rolled back after some errors (a full disk).
    if (this.#connection.inTransaction) await connection.executeQuery(Query.raw("rollback"));
  }

  async destroy(): Promise<void> {
    this.#connection.close();
  }
}

type Row = Record<string, unknown>;

interface Prepared {
  statement: Database.Statement<unknown[], unknown[]>;
  /** Makes an object of a row's values. Absent for statements that return no rows. */
  toRow?: (values: unknown[]) => Row;
}

class CachingConnection implements StoreConnection {
  readonly #database: Database.Database;
  readonly #statements = new Lru<string, Prepared>(STATEMENTS_KEPT);
  /** What the snapshot is for. */
  #reading: Reading | undefined;

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
      const { statement, toRow } = this.#prepare(query.sql);
      const values = query.parameters.some(isUnbindable)
        ? query.parameters.map(toBindable)
        : (query.parameters as unknown[]);
      if (toRow === undefined) {
        const { changes } = statement.run(values);
        return { rows: [], numAffectedRows: BigInt(changes) };
      }
      this.#reading?.begin();
      try {
        return { rows: statement.all(values).map(toRow) as R[] };
      } finally {
        this.#reading?.end();
      }
    }, this.#database.name);
  }

  async beginSnapshot(reading?: Reading): Promise<void> {
    await this.executeQuery(Query.raw("begin"));
    this.#reading = reading;
  }

  async endSnapshot(): Promise<void> {
    this.#reading = undefined;
    // SQLite has already ended it after some errors.
    if (this.inTransaction) await this.executeQuery(Query.raw("commit"));
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
    this.#statements.set(text, prepared);
    return prepared;
  }
}

function prepare(database: Database.Database, text: string): Prepared {
  const statement = database.prepare<unknown[], unknown[]>(text);
  if (!statement.reader) return { statement };
  const columns = statement
    .columns()
    .map(({ type, ...column }) => ({ ...column, type: type?.toLowerCase() }));
  // Only where needed: a statement that reads safely makes every integer a bigint.
  const safe = columns.some(({ type }) => type === undefined || type === "int");
  statement.safeIntegers(safe).raw();
  const named = columns.map(({ name, type, table, column }): [string, Read | undefined] => {
    if (FLAG_COLUMNS.has(`${table}.${column}`)) return [name, readFlag];
    if (type === "blob") return [name, readBytes];
    if (type === "int") return [name, readUnsigned];
    if (type !== undefined) return [name, safe && type === "integer" ? readNumber : undefined];
    const mark = readMark(name);
    return [mark.name, mark.read ?? readExpression];
  });
  return { statement, toRow: rowMaker(named) };
}

type Read = (value: unknown) => unknown;

/**
 * A function that makes an object of a row's values, written for its columns: all of its rows have one shape, which V8 reads
 * and writes several times faster than the objects that the engine's binding makes.
 */
function rowMaker(columns: [name: string, read: Read | undefined][]): (values: unknown[]) => Row {
  const fields = columns.map(([name, read], at) => {
    const value = read === undefined ? `values[${at}]` : `reads[${at}](values[${at}])`;
    return `${JSON.stringify(name)}: ${value}`;
  });
  const reads = columns.map(([, read]) => read);
  return new Function("reads", `return (values) => ({ ${fields.join(", ")} });`)(reads);
}

/** `table.column` of every flag: the engine has no type for them. */
const FLAG_COLUMNS = new Set(
  Object.entries(FLAGS).flatMap(([table, columns]) =>
    Object.keys(columns).map((column) => `${table}.${column}`),
  ),
);

/** A value that is neither 1 nor 0 is damage. It is returned as it is, so that `firn verify` shows it. */
function readFlag(value: unknown): unknown {
  const number = readNumber(value);
  return number === 1 ? true : number === 0 ? false : number;
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

const SIGN = 2n ** 63n;

/** A u64 is stored as the signed number with the same bits. A wider number would become another one. */
function signed(value: bigint): bigint {
  if (value >= 0n && value < SIGN) return value;
  if (value >= -SIGN && value < 2n * SIGN) return BigInt.asIntN(64, value);
  throw new StoreError("STORE_FAILED", `${value} does not fit a column of 64 bits`);
}

function toBindable(value: unknown): unknown {
  if (typeof value === "bigint") return signed(value);
  if (typeof value === "boolean") return value ? 1 : 0;
  return value;
}
