import type { Address, Moved } from "./tokens";

/** A call inside a transaction that counts, as the model says it. */
export interface Called {
  type: "CALL" | "CALLCODE" | "CREATE" | "CREATE2" | "UNKNOWN";
  from: Address;
  /** Absent when the making of a contract failed. */
  to: Address | undefined;
  value: bigint;
  reverted: boolean;
}

/** A contract that a transaction made, by which contract unless by its sender. */
export interface Made {
  address: Address;
  creator: Address | undefined;
}

/** What a transaction is to do, said before it is executed. */
export interface Outcome {
  ok: boolean;
  moved: Moved[];
  calls: Called[];
  made: Made[];
}

/** What a call does in the name of a sender; undefined when it fails. */
export interface Done {
  moved: Moved[];
  calls: Called[];
}

export const NOTHING: Done = { moved: [], calls: [] };

/** `tried` are the calls that a failure undoes. */
export function outcomeOf(done: Done | undefined, tried: readonly Called[] = []): Outcome {
  if (done === undefined) return { ok: false, moved: [], calls: tried.map(undone), made: [] };
  return { ok: true, ...done, made: [] };
}

/** The same within what failed. */
export function undone(call: Called): Called {
  return { ...call, reverted: true };
}

/** A call counts when it moves something. */
export function callOf(from: Address, to: Address, value: bigint): Called[] {
  return value === 0n ? [] : [{ type: "CALL", from, to, value, reverted: false }];
}

/** What a contract leaves when it ends itself; the published types have no word for it. */
export function leftBy(from: Address, to: Address, value: bigint): Called[] {
  return value === 0n ? [] : [{ type: "UNKNOWN", from, to, value, reverted: false }];
}

/** One of several. */
export function pick<T>(from: readonly T[], n: number): T {
  return from[n % from.length] as T;
}
