import type { PrimaryDb } from "../../store/db";
import { findAddresses, findAssets, lastIdOf } from "../../store/queries/by-key";
import { Dictionary } from "./dictionary";

/** Dictionaries whose numbers the streams of a store share. */
export interface Dictionaries {
  addresses: Dictionary;
  assets: Dictionary;
}

/**
 * The dictionaries of one store, for all streams that write it. Only one stream may use them at a time: hold the
 * store's lock.
 */
export class IdDictionaries {
  readonly #db: PrimaryDb;
  readonly #numbersOf: PrimaryDb | undefined;
  #dictionaries: Dictionaries | undefined;

  /** @param numbersOf the store whose numbers are reused while rows are rebuilt */
  constructor(db: PrimaryDb, numbersOf?: PrimaryDb) {
    this.#db = db;
    this.#numbersOf = numbersOf;
  }

  /**
   * Runs `work` with the dictionaries. After a throw they are loaded again, as they may have assigned numbers that were
   * never stored.
   */
  async use<T>(work: (dictionaries: Dictionaries) => Promise<T>): Promise<T> {
    const dictionaries = this.#dictionaries ?? (await loadDictionaries(this.#db, this.#numbersOf));
    this.#dictionaries = undefined;
    const done = await work(dictionaries);
    this.#dictionaries = dictionaries;
    return done;
  }
}

/** New numbers start this far after those of the other store, whose indexer may be assigning more meanwhile. */
const ID_GAP = 2 ** 20;

async function loadDictionaries(db: PrimaryDb, numbersOf: PrimaryDb | undefined): Promise<Dictionaries> {
  const lastId = async (table: "address" | "asset") => {
    const own = await lastIdOf(db, table);
    return numbersOf === undefined ? own : Math.max(own, (await lastIdOf(numbersOf, table)) + ID_GAP);
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
