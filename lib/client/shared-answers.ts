import { Lru } from "../lru";

/** Most answers kept at a time. */
const MOST_KEPT = 256;

/**
 * Answers that all who ask the same at about the same time share: a question under way is not asked again, and its answer
 * counts for a while. A failure counts as long as `failureMs`, so that what does not answer is not asked by every reader.
 */
export class SharedAnswers {
  readonly #nowMs: () => number;
  readonly #kept = new Lru<string, { answer: Promise<unknown>; untilMs: number }>(MOST_KEPT);

  /** @param nowMs monotonic clock, ms */
  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  /** `freshMs` and `failureMs` count from when the answer came. */
  take<T>(
    question: string,
    ask: () => Promise<T>,
    { freshMs, failureMs }: { freshMs: number; failureMs: number },
  ): Promise<T> {
    const known = this.#kept.get(question);
    if (known !== undefined && this.#nowMs() < known.untilMs) return known.answer as Promise<T>;
    const answer = ask();
    const entry = { answer, untilMs: Number.POSITIVE_INFINITY };
    this.#kept.set(question, entry);
    const keep = (ms: number) => {
      entry.untilMs = this.#nowMs() + ms;
    };
    answer.then(
      () => keep(freshMs),
      () => keep(failureMs),
    );
    return answer;
  }
}
