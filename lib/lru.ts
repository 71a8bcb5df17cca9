/** A map with a bound. When it holds more than `most` entries, it forgets those that were used longest ago. */
export class Lru<Key, Value> {
  readonly #most: number;
  /** In the order of use, the newest last. */
  readonly #entries = new Map<Key, Value>();

  constructor(most: number) {
    this.#most = most;
  }

  get(key: Key): Value | undefined {
    const value = this.#entries.get(key);
    if (value === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size <= this.#most) return;
    for (const oldest of this.#entries.keys()) return void this.#entries.delete(oldest);
  }

  clear(): void {
    this.#entries.clear();
  }
}
