import type { QueryId, RootOperationNode } from "kysely";
import type { Db } from "../store/db";

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
