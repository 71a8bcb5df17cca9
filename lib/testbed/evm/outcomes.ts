import type { Address, Moved } from "./tokens";

/** A call inside a transaction that is listed, as the model expects it. */
export interface Called {
  type: "CALL" | "CREATE" | "CREATE2" | "UNKNOWN";
  from: Address;
  /** Absent if the creation of a contract failed. */
  to: Address | undefined;
  value: bigint;
  reverted: boolean;
}

/** A contract that a transaction created, and the contract that created it unless the sender did. */
export interface Made {
  address: Address;
  creator: Address | undefined;
}

/** The expected outcome of a transaction. */
export interface Outcome {
  ok: boolean;
  moved: Moved[];
  calls: Called[];
  made: Made[];
}

/** The effect of a call in the name of a sender; undefined when it fails. */
export interface Done {
  moved: Moved[];
  calls: Called[];
}

export const NOTHING: Done = { moved: [], calls: [] };

/** `tried`: the calls that a failure undoes. */
export function outcomeOf(done: Done | undefined, tried: readonly Called[] = []): Outcome {
  if (done === undefined) return { ok: false, moved: [], calls: tried.map(undone), made: [] };
  return { ok: true, ...done, made: [] };
}

/** The call inside a transaction or call that failed. */
export function undone(call: Called): Called {
  return { ...call, reverted: true };
}

/** A call is listed if it moves value. */
export function callOf(from: Address, to: Address, value: bigint): Called[] {
  return value === 0n ? [] : [{ type: "CALL", from, to, value, reverted: false }];
}

/** The value that a contract leaves when it destroys itself; the published types have no word for it. */
export function leftBy(from: Address, to: Address, value: bigint): Called[] {
  return value === 0n ? [] : [{ type: "UNKNOWN", from, to, value, reverted: false }];
}

/** One of several. */
export function pick<T>(from: readonly T[], n: number): T {
  return from[n % from.length] as T;
}
