import { type ListPosition, type ListSlice, neighboursOf, sliceAt } from "@/components/list/position";
import type { AddressTransaction } from "@/lib/contract/data/evm-transactions";
import { movesOf, type TokenMove } from "./moves";

/** A transfer as the list of a transaction shows it. */
export type MoveRow = Omit<TokenMove, "value"> & { value: string };

/** Some transfers of a transaction. The token is the number of the next one, counted from 1. */
export interface MovePage {
  rows: readonly MoveRow[];
  nextPageToken?: string;
}

/** The transfers of a transaction at a position. */
export function moveSlice(detail: AddressTransaction, position: ListPosition): ListSlice<TokenMove> {
  return sliceAt(movesOf(detail), "transfers", position);
}

export function movePage(slice: ListSlice<TokenMove>): MovePage {
  const { after } = neighboursOf(slice);
  const rows = slice.rows.map((move) => ({ ...move, value: String(move.value) }));
  return { rows, ...(after !== undefined && { nextPageToken: String(after.from) }) };
}
