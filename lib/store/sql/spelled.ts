import { type Expression, type RawBuilder, type RawNode, sql } from "kysely";

/** SQL as each engine spells it. */
export interface Spellings<T> {
  sqlite: RawBuilder<T>;
  postgres: RawBuilder<T>;
}

/** A node with a second spelling: a compiler that knows nothing of it writes SQLite's. */
export interface SpelledNode extends RawNode {
  readonly postgres?: RawNode;
  /** Nothing is in it. To PostgreSQL even no values have a type, which nobody knows: the comparison is decided before. */
  readonly isEmptySet?: true;
}

/** A piece of SQL that each engine gets in its own spelling, when the query is compiled for it. */
export function spelled<T>({ sqlite, postgres }: Spellings<T>): RawBuilder<T> {
  const node: SpelledNode = { ...nodeOf(sqlite), postgres: nodeOf(postgres) };
  return sql<T>`${{ expressionType: undefined, toOperationNode: () => node }}`;
}

function nodeOf(builder: RawBuilder<unknown>): RawNode {
  return builder.toOperationNode() as RawNode;
}

/** The set of no values, as the right side of `in`. */
export function emptySet<T>(): Expression<T> {
  const node: SpelledNode = { ...nodeOf(sql`(select null where false)`), isEmptySet: true };
  return { expressionType: undefined, toOperationNode: () => node };
}
