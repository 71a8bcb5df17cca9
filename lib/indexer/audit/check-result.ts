/** Result of one check of `firn verify`. */
export interface CheckResult {
  /** Name of the check. */
  check: string;
  /** How many of what were compared: "374 containers". */
  compared: string;
  /** Number of differences, and the first of them: row or question, field, and both values. */
  differing: number;
  differences: string[];
  /** Why some or all of the check could not be done. */
  notChecked?: string;
  /** What this check never compares, and why. */
  leftOut?: string;
  /** Whether nothing at all could be compared. */
  nothing?: boolean;
}

/** Limits of a check, besides its counts. */
export type Remarks = Pick<CheckResult, "notChecked" | "leftOut" | "nothing">;

/** The result of a check that compared nothing, and why. */
export function notChecked(check: string, why: string): CheckResult {
  return { check, compared: "nothing", differing: 0, differences: [], notChecked: why, nothing: true };
}

/** The result of a check that cannot compare anything as things are, and why. It is no reason to verify again. */
export function leftOut(check: string, why: string): CheckResult {
  return { check, compared: "nothing", differing: 0, differences: [], leftOut: why, nothing: true };
}

/** Differences kept of each kind; the others are only counted. */
const SHOWN = 1_000;

/** Counts differences, and keeps the first of each kind. */
export class DifferenceCounter {
  #differing = 0;
  readonly #differences: string[] = [];
  readonly #kinds = new Map<string, number>();

  get differing(): number {
    return this.#differing;
  }

  /** @param kind groups similar differences: a table, or a question to the node */
  add(difference: string, kind = ""): void {
    this.#differing++;
    const before = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, before + 1);
    if (before < SHOWN) this.#differences.push(difference);
  }

  result(check: string, compared: string, remarks: Remarks = {}): CheckResult {
    return { check, compared, differing: this.#differing, differences: this.#differences, ...remarks };
  }
}
