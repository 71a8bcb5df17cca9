import { toHex } from "../avalanche/bytes";
import { byteKey } from "./byte-key";

/** A stored entry: the number and the bytes it stands for. */
export interface DictionaryEntry {
  id: number;
  bytes: Uint8Array;
}

/** Entries kept between batches; the newest ones, as those are met again soonest. */
const ENTRIES_KEPT = 200_000;

/**
 * Numbers for long byte strings (addresses, assets), given out in the order they are met. `prepare` before a batch asks
 * the store for those it may know; `idOf` then needs no store. Throw it away when a batch wasn't committed: it may have
 * given out numbers nobody stored.
 */
export class Dictionary {
  readonly #find: (bytes: Uint8Array[]) => Promise<DictionaryEntry[]>;
  readonly #known = new Map<string, number>();
  /** Asked for by the last `prepare`: what isn't known of them is new. */
  #prepared = new Set<string>();
  #lastId: number;

  /** @param lastId the largest number stored */
  constructor(find: (bytes: Uint8Array[]) => Promise<DictionaryEntry[]>, lastId: number) {
    this.#find = find;
    this.#lastId = lastId;
  }

  /** Makes sure that what the store knows of `candidates` is known here, until the next call. */
  async prepare(candidates: Iterable<Uint8Array>): Promise<void> {
    this.#forget();
    this.#prepared = new Set();
    const unknown = new Map<string, Uint8Array>();
    for (const bytes of candidates) {
      const key = byteKey(bytes);
      this.#prepared.add(key);
      if (!this.#known.has(key)) unknown.set(key, bytes);
    }
    for (const { id, bytes } of await this.#find([...unknown.values()])) this.#known.set(byteKey(bytes), id);
  }

  /**
   * The number of `bytes`. `add` is called when it is a new one, to store the entry.
   * @throws Error when it wasn't prepared, and so might be stored under another number: a bug in the caller
   */
  idOf(bytes: Uint8Array, add: (entry: DictionaryEntry) => void): number {
    const key = byteKey(bytes);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    if (!this.#prepared.has(key)) throw new Error(`${toHex(bytes)} wasn't prepared`);
    this.#lastId += 1;
    this.#known.set(key, this.#lastId);
    add({ id: this.#lastId, bytes });
    return this.#lastId;
  }

  #forget(): void {
    let tooMany = this.#known.size - ENTRIES_KEPT;
    for (const key of this.#known.keys()) {
      if (tooMany-- <= 0) return;
      this.#known.delete(key);
    }
  }
}
