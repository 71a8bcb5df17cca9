/**
 * A map with a bound. When its entries weigh more than `most` together, it forgets those that were used longest ago, but
 * never the one just set.
 */
export class Lru<Key, Value> {
  readonly #most: number;
  readonly #weightOf: (value: Value) => number;
  #weight = 0;
  /** In the order of use, the newest last. */
  readonly #entries = new Map<Key, Value>();

  /** @param weightOf what an entry weighs, the same as long as it is here; without it each weighs 1 */
  constructor(most: number, weightOf: (value: Value) => number = () => 1) {
    this.#most = most;
    this.#weightOf = weightOf;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#delete(key);
    this.#entries.set(key, value);
    this.#weight += this.#weightOf(value);
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#most || oldest === key) return;
      this.#delete(oldest);
    }
  }

  /** In the order of use, the newest last. */
  values(): IterableIterator<Value> {
    return this.#entries.values();
  }

  clear(): void {
    this.#entries.clear();
    this.#weight = 0;
  }

  #delete(key: Key): void {
    const value = this.#entries.get(key);
    if (value === undefined) return;
    this.#entries.delete(key);
    this.#weight -= this.#weightOf(value);
  }
}
