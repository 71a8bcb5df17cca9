import type { QueryExecutorProvider, QueryId, RootOperationNode } from "kysely";
import type { Db } from "../store/db";
import type { StoreKind } from "../store/stores";

/** A column of a stored table. */
export interface Column {
  table: string;
  name: string;
  kind: "number" | "bytes" | "text";
  /** Its place in the primary key, from 1; 0 outside of it. */
  keyAt: number;
}

/** What tests ask of an engine beside the product's own words. */
export interface TestEngine {
  name: string;
  /** Whether a store is a file. */
  keepsFiles: boolean;
  /** Columns of every table by table and name, without the one that counts migrations. */
  columns(db: AnyDb): Promise<Column[]>;
  /** Lets rows of append-only tables be changed. */
  allowChanges(db: AnyDb): Promise<void>;
  /** A number that changes whenever another connection commits. */
  commits(db: AnyDb): Promise<number>;
  /** Lets the store grow to so many pages: beyond that its disk is full. */
  limitSize(db: AnyDb, pages: number): Promise<void>;
  /** Takes away what migrations after `version` add, so that they run again. Rows that they change stay changed. */
  undoMigrations<Tables>(db: Db<Tables>, kind: StoreKind, version: number): Promise<void>;
  /** Runs `work` and returns the steps by which the engine answers each of its statements, with the indexes they use. */
  plan<Tables>(db: Db<Tables>, work: (db: Db<Tables>) => Promise<unknown>): Promise<string[]>;
}

type AnyDb = QueryExecutorProvider;

/** The queries that some work sends. Queries that are parts of others are none of them. */
export async function sentQueries<Tables>(
  db: Db<Tables>,
  work: (db: Db<Tables>) => Promise<unknown>,
): Promise<RootOperationNode[]> {
  const made = new WeakMap<QueryId, RootOperationNode>();
  const sent: RootOperationNode[] = [];
  await work(
    db.withPlugin({
      transformQuery({ node, queryId }) {
        made.set(queryId, node);
        return node;
      },
      async transformResult({ result, queryId }) {
        const node = made.get(queryId);
        if (node !== undefined) sent.push(node);
        return result;
      },
    }),
  );
  return sent;
}
