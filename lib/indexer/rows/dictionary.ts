import { toHex } from "../../avalanche/codec/bytes";
import { byteKey } from "./byte-key";

/** A stored entry: a number and its bytes. */
export interface DictionaryEntry {
  id: number;
  bytes: Uint8Array;
}

/** Entries kept between batches, newest first, as those are most likely to be needed again. */
const ENTRIES_KEPT = 200_000;

type Find = (bytes: Uint8Array[]) => Promise<DictionaryEntry[]>;

/**
 * Numbers for long byte strings (addresses, assets), assigned in order of first use. `prepare` loads the stored ones,
 * so that `idOf` needs no store. Call `trim` between batches. Discard it when a batch was not committed: it may have
 * assigned numbers that were never stored.
 */
export class Dictionary {
  readonly #find: Find;
  readonly #findReserved: Find;
  readonly #known = new Map<string, number>();
  /** Numbers by object since the last `prepare`, so that a repeated lookup need not build the key. */
  readonly #objects = new Map<Uint8Array, number>();
  /** Reserved numbers found by the last `prepare`. */
  #reserved = new Map<string, number>();
  /** Candidates of the last `prepare` that the store does not have. */
  #new = new Set<string>();
  #lastId: number;

  /**
   * @param lastId the largest number stored or reserved
   * @param findReserved new entries that take their number from another store instead of the next free one
   */
  constructor(find: Find, lastId: number, findReserved: Find = async () => []) {
    this.#find = find;
    this.#findReserved = findReserved;
    this.#lastId = lastId;
  }

  /** Loads what the store has of `candidates`; it stays loaded until the next call or `trim`. */
  async prepare(candidates: Iterable<Uint8Array>): Promise<void> {
    this.#objects.clear();
    const unknown = new Map<string, Uint8Array>();
    for (const bytes of candidates) {
      const key = byteKey(bytes);
      const known = this.#known.get(key);
      if (known === undefined) unknown.set(key, bytes);
      else this.#objects.set(bytes, known);
    }
    for (const { id, bytes } of await this.#find([...unknown.values()])) {
      this.#known.set(byteKey(bytes), id);
      unknown.delete(byteKey(bytes));
    }
    const reserved = await this.#findReserved([...unknown.values()]);
    this.#reserved = new Map(reserved.map(({ id, bytes }) => [byteKey(bytes), id]));
    this.#new = new Set(unknown.keys());
  }

  /**
   * The number of `bytes`. For a new one `add` is called to store the entry.
   * @throws Error when it was not prepared, and could be stored under a second number: a bug in the caller
   */
  idOf(bytes: Uint8Array, add: (entry: DictionaryEntry) => void): number {
    const known = this.#objects.get(bytes);
    if (known !== undefined) return known;
    const id = this.#numberOf(bytes, add);
    this.#objects.set(bytes, id);
    return id;
  }

  #numberOf(bytes: Uint8Array, add: (entry: DictionaryEntry) => void): number {
    const key = byteKey(bytes);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (!this.#new.has(key)) throw new Error(`${toHex(bytes)} wasn't prepared`);
    const id = this.#reserved.get(key) ?? this.#next();
    this.#known.set(key, id);
    add({ id, bytes });
    return id;
  }

  /** Drops the oldest entries beyond the limit; the store has them. */
  trim(): void {
    let tooMany = this.#known.size - ENTRIES_KEPT;
    for (const key of this.#known.keys()) {
      if (tooMany-- <= 0) return;
      this.#known.delete(key);
    }
  }

  #next(): number {
    this.#lastId += 1;
    return this.#lastId;
  }
}
