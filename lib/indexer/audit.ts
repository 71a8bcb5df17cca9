/** What one check of `firn verify` found. */
export interface Finding {
  /** What was checked. */
  check: string;
  /** How many of what were compared: "374 containers". */
  compared: string;
  /** How many differ, and the first of them: what and which field, with both values. */
  differing: number;
  differences: string[];
  /** Why some or all of it could not be compared. */
  notAsked?: string;
}

/** Differences shown of each kind; the others are counted. */
const SHOWN = 10;

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

  finding(check: string, compared: string, notAsked?: string): Finding {
    return {
      check,
      compared,
      differing: this.#differing,
      differences: this.#differences,
      ...(notAsked !== undefined && { notAsked }),
    };
  }
}
