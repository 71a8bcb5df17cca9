/**
 * Values kept in order. Adding and removing shift the array, which for the some hundred thousand stakers of mainnet
 * costs microseconds; reading the first costs nothing, and blocks ask for that far more often.
 */
export class Sorted<T> {
  private items: T[] = [];

  /** `compare` must tell any two values apart that are not the same one. */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  get size(): number {
    return this.items.length;
  }

  first(): T | undefined {
    return this.items[0];
  }

  add(item: T): void {
    this.items.splice(this.placeOf(item), 0, item);
  }

  /** As many calls of `add`, sorted once. */
  addAll(items: readonly T[]): void {
    this.items = [...this.items, ...items].sort(this.compare);
  }

  /** Takes out the value that compares equal; nothing happens if there is none. */
  remove(item: T): void {
    const at = this.placeOf(item);
    const found = this.items[at];
    if (found !== undefined && this.compare(found, item) === 0) this.items.splice(at, 1);
  }

  [Symbol.iterator](): IterableIterator<T> {
    return this.items[Symbol.iterator]();
  }

  /** Index of the first value that is not before `item`. */
  private placeOf(item: T): number {
    let low = 0;
    let high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.items[middle];
      if (found !== undefined && this.compare(found, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
