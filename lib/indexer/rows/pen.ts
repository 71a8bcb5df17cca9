import type { PrimaryDb } from "../../store/db";
import { findAddresses, findAssets, lastIdOf } from "../../store/queries/by-key";
import { Dictionary } from "./dictionary";

/** Numbers that the streams of a store give out together. */
export interface Dictionaries {
  addresses: Dictionary;
  assets: Dictionary;
}

/**
 * The right to write a store. Streams take it in turn, each for one batch from loading to commit: what one stores, the
 * next one finds.
 */
export class Pen {
  readonly #db: PrimaryDb;
  readonly #numbersOf: PrimaryDb | undefined;
  #dictionaries: Dictionaries | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  /** @param numbersOf the store whose dictionary numbers are used for what it knows, when rows are made anew */
  constructor(db: PrimaryDb, numbersOf?: PrimaryDb) {
    this.#db = db;
    this.#numbersOf = numbersOf;
  }

  /** Does `work` once everyone before is done. After a throw the dictionaries are read from the store again. */
  take<T>(work: (dictionaries: Dictionaries) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#write(work));
    // Whoever comes next waits for the end of this turn, not for its success.
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #write<T>(work: (dictionaries: Dictionaries) => Promise<T>): Promise<T> {
    this.#dictionaries ??= await loadDictionaries(this.#db, this.#numbersOf);
    try {
      return await work(this.#dictionaries);
    } catch (error) {
      // They may have given out numbers that nobody stored.
      this.#dictionaries = undefined;
      throw error;
    }
  }
}

/** New numbers keep this far from those of the other store: an indexer may be giving out more of them meanwhile. */
const APART = 2 ** 20;

async function loadDictionaries(db: PrimaryDb, numbersOf: PrimaryDb | undefined): Promise<Dictionaries> {
  const lastId = async (table: "address" | "asset") => {
    const own = await lastIdOf(db, table);
    return numbersOf === undefined ? own : Math.max(own, (await lastIdOf(numbersOf, table)) + APART);
  };
  const reserved =
    <T>(find: (db: PrimaryDb, bytes: Uint8Array[]) => Promise<T[]>) =>
    async (bytes: Uint8Array[]) =>
      numbersOf === undefined ? [] : find(numbersOf, bytes);
  return {
    addresses: new Dictionary(
      (bytes) => findAddresses(db, bytes),
      await lastId("address"),
      reserved(findAddresses),
    ),
    assets: new Dictionary(
      (ids) => findAssetEntries(db, ids),
      await lastId("asset"),
      reserved(findAssetEntries),
    ),
  };
}

async function findAssetEntries(db: PrimaryDb, assetIds: Uint8Array[]) {
  const rows = await findAssets(db, assetIds);
  return rows.map(({ id, asset_id }) => ({ id, bytes: asset_id }));
}
