/** What one check of `firn verify` found. */
export interface Finding {
  /** What was checked. */
  check: string;
  /** How many of what were compared: "374 containers". */
  compared: string;
  /** How many differ, and the first of them: what and which field, with both values. */
  differing: number;
  differences: string[];
  /** Why some or all of what should be compared could not be. */
  notChecked?: string;
  /** What this check never compares, and why. */
  leftOut?: string;
  /** Nothing at all could be compared. */
  nothing?: boolean;
}

/** What a check says besides what it counted. */
export type Remarks = Pick<Finding, "notChecked" | "leftOut" | "nothing">;

/** A check that compared nothing, and why. */
export function notChecked(check: string, why: string): Finding {
  return { check, compared: "nothing", differing: 0, differences: [], notChecked: why, nothing: true };
}

/** Differences shown of each kind; the others are counted. */
const SHOWN = 1_000;

/** Counts differences, and keeps the first of each kind. */
export class Tally {
  #differing = 0;
  readonly #differences: string[] = [];
  readonly #kinds = new Map<string, number>();

  get differing(): number {
    return this.#differing;
  }

  /** @param kind what is alike: a table, or a question to the node */
  add(difference: string, kind = ""): void {
    this.#differing++;
    const before = this.#kinds.get(kind) ?? 0;
    this.#kinds.set(kind, before + 1);
    if (before < SHOWN) this.#differences.push(difference);
  }

  finding(check: string, compared: string, remarks: Remarks = {}): Finding {
    return { check, compared, differing: this.#differing, differences: this.#differences, ...remarks };
  }
}
