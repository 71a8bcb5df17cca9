/** A chunk that grows beyond this is split. */
const CHUNK = 512;

/**
 * An ordered list in chunks. Inserting into one array of mainnet's several hundred thousand stakers would move half a
 * megabyte, which takes longer than the rest of a block.
 */
export class Sorted<T> {
  /** In order. None is empty. */
  private chunks: T[][] = [];
  private count = 0;

  /** `compare` must distinguish any two different values. */
  constructor(private readonly compare: (a: T, b: T) => number) {}

  get size(): number {
    return this.count;
  }

  first(): T | undefined {
    return this.chunks[0]?.[0];
  }

  add(item: T): void {
    const at = Math.min(this.chunkOf(item), this.chunks.length - 1);
    const chunk = this.chunks[at];
    this.count += 1;
    if (chunk === undefined) {
      this.chunks = [[item]];
      return;
    }
    chunk.splice(this.indexIn(chunk, item), 0, item);
    if (chunk.length > CHUNK) this.chunks.splice(at, 1, chunk.slice(0, CHUNK / 2), chunk.slice(CHUNK / 2));
  }

  /** Like calling `add` for each, but sorts only once. */
  addAll(items: readonly T[]): void {
    const all = [...this, ...items].sort(this.compare);
    this.count = all.length;
    this.chunks = [];
    for (let at = 0; at < all.length; at += CHUNK / 2) this.chunks.push(all.slice(at, at + CHUNK / 2));
  }

  /** Removes the value that compares equal, if there is one. */
  remove(item: T): void {
    const at = this.chunkOf(item);
    const chunk = this.chunks[at];
    if (chunk === undefined) return;
    const index = this.indexIn(chunk, item);
    const found = chunk[index];
    if (found === undefined || this.compare(found, item) !== 0) return;
    chunk.splice(index, 1);
    this.count -= 1;
    if (chunk.length === 0) this.chunks.splice(at, 1);
  }

  *[Symbol.iterator](): IterableIterator<T> {
    for (const chunk of this.chunks) yield* chunk;
  }

  /** Index of the first chunk that does not end before `item`. */
  private chunkOf(item: T): number {
    return firstIndex(this.chunks, (chunk) => {
      const last = chunk.at(-1);
      return last !== undefined && this.compare(last, item) >= 0;
    });
  }

  /** Index of the first value in a chunk that is not before `item`. */
  private indexIn(chunk: readonly T[], item: T): number {
    return firstIndex(chunk, (found) => this.compare(found, item) >= 0);
  }
}

/** The first index whose element passes `passes`, which must hold for all later ones too; the length if none does. */
function firstIndex<T>(items: readonly T[], passes: (item: T) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(items[middle] as T)) high = middle;
    else low = middle + 1;
  }
  return low;
}
