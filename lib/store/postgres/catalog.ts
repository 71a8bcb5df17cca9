import type { ClientBase } from "pg";
import { FLAGS } from "../tables/flags";
import type { ColumnKind } from "./values";

/** A column of a stored table. */
export interface StoredColumn {
  name: string;
  kind: ColumnKind;
  /** The server's type, without a domain: `int8`, `bytea`. */
  type: string;
}

/** Columns of the tables of a schema: what they hold decides how their values are read and written. */
export class Catalog {
  readonly #byTable = new Map<number, Map<number, StoredColumn>>();
  readonly #byName = new Map<string, Map<string, StoredColumn>>();

  /** A column by the server's numbers of its table and itself. */
  column(tableId: number, columnId: number): StoredColumn | undefined {
    return this.#byTable.get(tableId)?.get(columnId);
  }

  hasTable(tableId: number): boolean {
    return this.#byTable.has(tableId);
  }

  /** @throws Error for a table or column that there is none of: a bug in the caller */
  typed(table: string, columns: readonly string[]): StoredColumn[] {
    return columns.map((name) => {
      const column = this.#byName.get(table)?.get(name);
      if (column === undefined) throw new Error(`no column ${name} of ${table}`);
      return column;
    });
  }

  hasName(table: string): boolean {
    return this.#byName.has(table);
  }

  /** Reads all columns that `client` finds on its search path. */
  async load(client: ClientBase): Promise<void> {
    const { rows } = await client.query<[string, string, string, string, string, string]>({
      text: `select c.oid, c.relname, a.attnum, a.attname, t.typname, coalesce(base.typname, t.typname)
        from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        join pg_type t on t.oid = a.atttypid left join pg_type base on base.oid = t.typbasetype
        where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')`,
      rowMode: "array",
    });
    this.#byTable.clear();
    this.#byName.clear();
    for (const [tableId, table, columnId, name, declared, type] of rows) {
      const column = { name, type, kind: kindOf(table, name, declared) };
      put(this.#byTable, Number(tableId), Number(columnId), column);
      put(this.#byName, table, name, column);
    }
  }
}

function put<A, B>(maps: Map<A, Map<B, StoredColumn>>, outer: A, inner: B, column: StoredColumn): void {
  const map = maps.get(outer) ?? new Map<B, StoredColumn>();
  maps.set(outer, map.set(inner, column));
}

function kindOf(table: string, column: string, declared: string): ColumnKind {
  const flags: Readonly<Record<string, Readonly<Record<string, true>>>> = FLAGS;
  if (flags[table]?.[column]) return "flag";
  if (declared === "u64") return "u64";
  if (declared === "bytea") return "bytes";
  return declared.startsWith("int") ? "number" : "text";
}
