import {
  type BinaryOperationNode,
  type FetchNode,
  type OperatorNode,
  PostgresQueryCompiler,
  type RawNode,
} from "kysely";
import type { SpelledNode } from "../sql/spelled";
import { typeOfValue } from "./values";

/**
 * Writes queries for PostgreSQL. Each bound value says its type: where the server would have to guess one, in a set or a
 * choice, it guesses text.
 */
export class Compiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    super.visitRaw((node as SpelledNode).postgres ?? node);
  }

  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    if ((node.rightOperand as SpelledNode).isEmptySet !== true) super.visitBinaryOperation(node);
    else this.append(String((node.operator as OperatorNode).operator === "not in"));
  }

  /** A value with its type has to be in parentheses here. */
  protected override visitFetch({ rowCount, modifier }: FetchNode): void {
    this.append("fetch next (");
    this.visitNode(rowCount);
    this.append(`) rows ${modifier}`);
  }

  protected override appendValue(value: unknown): void {
    super.appendValue(value);
    const type = typeOfValue(value);
    if (type !== undefined) this.append(`::${type}`);
  }
}
