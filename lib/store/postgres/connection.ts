import type { CompiledQuery, QueryResult } from "kysely";
import type { FieldDef, PoolClient, QueryArrayResult } from "pg";
import { StoreError } from "../../errors";
import { Mutex } from "../../mutex";
import type { StoreConnection } from "../db";
import type { Reading } from "../reading";
import { readMark } from "../sql/computed";
import { Catalog, type StoredColumn } from "./catalog";
import { storeError } from "./errors";
import { describeStatement } from "./origins";
import { hasCitus } from "./pool";
import { READ_COLUMN, type ReadText, readerOfType, toParameter } from "./values";

/** Values come as the server's texts: how one is read depends on its column, which the driver doesn't know. */
const AS_TEXT = { getTypeParser: () => (text: string) => text };

/** Statements that a server's connection keeps planned. Texts beyond that are planned each time. */
const STATEMENTS_KEPT = 2_000;

/** What a connection knows of the schemas it has been used for. It may serve several, one at a time. */
interface Known {
  schema: string | undefined;
  catalogs: Map<string, Catalog>;
  statements: Map<string, string>;
  /** Of statements by name, where answers don't say of which tables their columns are. */
  origins: Map<string, FieldDef[]>;
}

const KNOWN = new WeakMap<PoolClient, Known>();

/** A pool's connection while it serves one schema. */
export class PostgresConnection implements StoreConnection {
  readonly client: PoolClient;
  readonly schema: string;
  readonly #writes: boolean;
  readonly #known: Known;
  /** Settles when the server has begun the snapshot. */
  #begun: Promise<void> | undefined;
  /** What the snapshot is for. */
  #reading: Reading | undefined;
  /** Statements that are not answered yet. */
  #running = 0;
  readonly #line = new Mutex();
  /** Whether the connection is lost, or in a state that nobody knows. */
  broken = false;

  constructor(client: PoolClient, { schema, writes }: { schema: string; writes: boolean }) {
    this.client = client;
    this.schema = schema;
    this.#writes = writes;
    this.#known = KNOWN.get(client) ?? newlyConnected();
    KNOWN.set(client, this.#known);
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const reading = this.#reading;
    reading?.begin();
    this.#running += 1;
    const ask = () => this.#ask<R>(sql, parameters);
    // Statements without a pipeline stand in line here: the driver has no line of its own.
    return (this.client.pipeline ? ask() : this.#line.run(ask)).finally(() => {
      this.#running -= 1;
      reading?.end();
    });
  }

  #ask<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    return this.run(async () => {
      await this.#useSchema();
      this.#sendTogether();
      const name = this.#nameOf(sql);
      const result = await this.client.query({
        text: sql,
        values: parameters.map(toParameter),
        rowMode: "array",
        types: AS_TEXT,
        ...(name === undefined ? {} : { name }),
      });
      await this.#begun;
      return {
        rows: (await this.#read(result, { text: sql, name })) as R[],
        ...(result.rowCount === null ? {} : { numAffectedRows: BigInt(result.rowCount) }),
      };
    });
  }

  /** On a connection that pipelines, it is sent along with the next statement, which fails if it does. */
  beginSnapshot(reading?: Reading): Promise<void> | undefined {
    this.#reading = reading;
    this.#sendTogether();
    const begun = this.run(async () => {
      const path = this.#useSchema();
      if (!this.client.pipeline) await path;
      await Promise.all([path, this.client.query("begin isolation level repeatable read, read only")]);
    });
    if (!this.client.pipeline) return begun;
    begun.catch(() => undefined);
    this.#begun = begun;
    return undefined;
  }

  /** In a pipeline it waits for the server only if a statement is still on its way: the next snapshot would stand behind that. */
  async endSnapshot(): Promise<void> {
    this.#reading = undefined;
    if (this.broken) return;
    const ended = this.run(async () => {
      await this.client.query("commit");
    }).catch(() => undefined);
    if (this.#running > 0 || !this.client.pipeline) await ended;
  }

  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    yield* [];
    throw new StoreError("STORE_FAILED", "this store doesn't stream: page by key");
  }

  /** Statements without values, in one round trip. */
  async runTexts(...texts: string[]): Promise<void> {
    await this.run(async () => {
      // Not in the same message: what is sent together is one transaction, and undoing that would undo the path.
      await this.#useSchema();
      await this.client.query(texts.join("; "));
    });
  }

  /** Columns of a table. @throws Error for one that there is none of: a bug in the caller */
  async columnsOf(table: string, columns: readonly string[]): Promise<StoredColumn[]> {
    return this.run(async () => {
      await this.#useSchema();
      const catalog = this.#catalog();
      if (!catalog.hasName(table)) await catalog.load(this.client);
      return catalog.typed(table, columns);
    });
  }

  /** Runs `work` with the client. @throws StoreError in place of the driver's errors */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (cause) {
      const error = storeError(cause);
      if (error instanceof StoreError && LOSE_CONNECTION.includes(error.code)) this.broken = true;
      throw this.#writes && error instanceof StoreError && error.code === "STORE_ABSENT"
        ? gone(this.schema)
        : error;
    }
  }

  /** What is asked for before the event loop goes on is sent in one piece: each write to the socket is a call to the system. */
  #sendTogether(): void {
    if (!this.client.pipeline) return;
    const { stream } = this.client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }

  /** Sent at once, so that what is sent next stands behind it. */
  #useSchema(): Promise<unknown> | undefined {
    if (this.#known.schema === this.schema) return undefined;
    this.#known.schema = this.schema;
    return this.client.query(searchPath(this.schema)).catch((error: unknown) => {
      this.#known.schema = undefined;
      throw error;
    });
  }

  #catalog(): Catalog {
    const known = this.#known.catalogs.get(this.schema) ?? new Catalog();
    this.#known.catalogs.set(this.schema, known);
    return known;
  }

  #nameOf(text: string): string | undefined {
    const { statements } = this.#known;
    const key = `${this.schema} ${text}`;
    const known = statements.get(key);
    if (known !== undefined || statements.size >= STATEMENTS_KEPT) return known;
    const name = `f${statements.size}`;
    statements.set(key, name);
    return name;
  }

  async #originsOf(
    statement: { text: string; name: string | undefined },
    { anew = false } = {},
  ): Promise<FieldDef[]> {
    const { origins } = this.#known;
    const known = statement.name === undefined ? undefined : origins.get(statement.name);
    if (known !== undefined && !anew) return known;
    const fields = await describeStatement(this.client, statement);
    if (statement.name !== undefined) origins.set(statement.name, fields);
    return fields;
  }

  async #read(
    { rows, fields: answered }: QueryArrayResult<unknown[]>,
    statement: { text: string; name: string | undefined },
  ): Promise<unknown[]> {
    if (rows.length === 0) return [];
    const isCitus = hasCitus(this.client);
    let fields = isCitus ? await this.#originsOf(statement) : answered;
    const catalog = this.#catalog();
    // Tables are known by number: another one of the same name has another.
    if (fields.some(({ tableID }) => isOurs(tableID) && !catalog.hasTable(tableID))) {
      await catalog.load(this.client);
      if (isCitus) fields = await this.#originsOf(statement, { anew: true });
    }
    const columns = fields.map((field) => readerOf(field, catalog));
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      for (let i = 0; i < columns.length; i++) {
        const [name, read] = columns[i] as (typeof columns)[number];
        const text = values[i] as string | null;
        row[name] = text === null || read === undefined ? text : read(text);
      }
      return row;
    });
  }
}

function newlyConnected(): Known {
  return { schema: undefined, catalogs: new Map(), statements: new Map(), origins: new Map() };
}

function gone(schema: string): StoreError {
  return new StoreError(
    "STORE_CONFLICT",
    `the schema ${schema} was dropped or replaced while it was written`,
    {
      hint: "nothing that is written now would be found again: the indexer has to begin a new one",
    },
  );
}

/** Errors after which a connection is not used again: it is lost, or its plans are of tables that are gone. */
const LOSE_CONNECTION: readonly string[] = ["STORE_AWAY", "STORE_ABSENT"];

/** Tables that a user made have higher numbers; the server's own need no catalog. */
const FIRST_OWN_TABLE = 16_384;

function isOurs(tableId: number): boolean {
  return tableId >= FIRST_OWN_TABLE;
}

function readerOf(field: FieldDef, catalog: Catalog): [name: string, read: ReadText | undefined] {
  const { name, read } = readMark(field.name);
  if (read !== undefined) return [name, read];
  const column = catalog.column(field.tableID, field.columnID);
  return [field.name, column ? READ_COLUMN[column.kind] : readerOfType(field.dataTypeID)];
}

export function searchPath(schema: string): string {
  return `set search_path to "${schema}"`;
}
