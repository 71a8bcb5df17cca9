import { toHex } from "../../avalanche/codec/bytes";
import { byteKey } from "./byte-key";

/** A stored entry: the number and the bytes it stands for. */
export interface DictionaryEntry {
  id: number;
  bytes: Uint8Array;
}

/** Entries kept between batches; the newest ones, as those are met again soonest. */
const ENTRIES_KEPT = 200_000;

type Find = (bytes: Uint8Array[]) => Promise<DictionaryEntry[]>;

/**
 * Numbers for long byte strings (addresses, assets), given out in the order they are met. `prepare` asks the store for
 * those it may know; `idOf` then needs no store. Call `trim` between batches, and throw it away when one wasn't committed:
 * it may have given out numbers nobody stored.
 */
export class Dictionary {
  readonly #find: Find;
  readonly #findReserved: Find;
  readonly #known = new Map<string, number>();
  /** Numbers of the objects asked by since the last `prepare`: who asks by one again is spared making its key. */
  readonly #objects = new Map<Uint8Array, number>();
  /** What the last `prepare` found reserved. */
  #reserved = new Map<string, number>();
  /** What the last `prepare` was asked for and the store doesn't know. */
  #new = new Set<string>();
  #lastId: number;

  /**
   * @param lastId the largest number stored or reserved
   * @param findReserved new entries that get a number of another store instead of the next one
   */
  constructor(find: Find, lastId: number, findReserved: Find = async () => []) {
    this.#find = find;
    this.#findReserved = findReserved;
    this.#lastId = lastId;
  }

  /** Makes sure that what the store knows of `candidates` is known here, until the next call or `trim`. */
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
   * The number of `bytes`. `add` is called when it is a new one, to store the entry.
   * @throws Error when it wasn't prepared, and so might be stored under another number: a bug in the caller
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

  /** Forgets the oldest entries of which there are too many: the store has them. */
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
