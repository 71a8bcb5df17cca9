import type { Kysely } from "kysely";
import { findAddresses, findAssets, lastIdOf } from "../store/queries/by-key";
import type { PrimaryTables } from "../store/tables";
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
  readonly #db: Kysely<PrimaryTables>;
  #dictionaries: Dictionaries | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(db: Kysely<PrimaryTables>) {
    this.#db = db;
  }

  /** Does `work` once everyone before is done. After a throw the dictionaries are read from the store again. */
  take<T>(work: (dictionaries: Dictionaries) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#write(work));
    // Whoever comes next waits for the end of this turn, not for its success.
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #write<T>(work: (dictionaries: Dictionaries) => Promise<T>): Promise<T> {
    this.#dictionaries ??= await loadDictionaries(this.#db);
    try {
      return await work(this.#dictionaries);
    } catch (error) {
      // They may have given out numbers that nobody stored.
      this.#dictionaries = undefined;
      throw error;
    }
  }
}

async function loadDictionaries(db: Kysely<PrimaryTables>): Promise<Dictionaries> {
  const findAsset = async (ids: Uint8Array[]) => {
    const rows = await findAssets(db, ids);
    return rows.map(({ id, asset_id }) => ({ id, bytes: asset_id }));
  };
  return {
    addresses: new Dictionary((bytes) => findAddresses(db, bytes), await lastIdOf(db, "address")),
    assets: new Dictionary(findAsset, await lastIdOf(db, "asset")),
  };
}
