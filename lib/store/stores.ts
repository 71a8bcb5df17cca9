import type { RosterEntry } from "./bookkeeping/evm-roster";
import type { FoundDamage } from "./bookkeeping/found-damage";
import type { Claim } from "./bookkeeping/lease";
import type { BookkeepingDb, Db, PrimaryDb } from "./db";
import type { Mailbox } from "./nfts/asked-nfts";
import type { PrimaryTables } from "./tables";
import type { EvmTables } from "./tables/evm";
import type { OperatorTables } from "./tables/operator";

/** The store of an EVM chain, by its decimal chain id. */
export type EvmStoreId = `evm/${string}`;
/** Stores that an indexer fills from a node, and that can be filled again. */
export type IndexedStoreId = "primary" | EvmStoreId;
export type StoreId = IndexedStoreId | "operator";

export type TablesOf<Id extends StoreId> = Id extends "primary"
  ? PrimaryTables
  : Id extends "operator"
    ? OperatorTables
    : EvmTables;

/** The kinds of stores, each with a schema of its own. */
export type StoreKind = "primary" | "evm" | "operator";

export function kindOf(id: StoreId): StoreKind {
  return id === "primary" || id === "operator" ? id : "evm";
}

/** An open store. Close it once; statements after that fail. */
export interface Store<Tables = PrimaryTables> {
  db: Db<Tables>;
  schemaVersion: number;
  /** A writer says so while it takes in far more than comes at a time: the engine may keep more back before it tidies up. */
  bulk(on: boolean): Promise<void>;
  close(): Promise<void>;
}

export type EvmStore = Store<EvmTables>;

/** Whoever writes makes and migrates the store; `nowMs` is when. Whoever reads wants it made and of this schema. */
export type OpenOptions = { mode: "read" } | { mode: "write"; nowMs: number };

/** Reads a store that may come later, and go on as another one: after a reset, say. */
export interface Reader<Tables> {
  /**
   * One moment of the store that is there now.
   * @throws StoreError STORE_ABSENT, STORE_OLDER until its indexer has made or migrated it; as `Stores.open` does
   */
  snapshot<T>(work: (db: Db<Tables>) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** A primary store for rows that are made again, which nobody else sees. It goes with `close`. */
export interface Scratch extends Store {
  /**
   * Puts the rows that are made of the containers, and what is known of the network, in place of those in `db`, in one commit:
   * who reads finds the old rows, then the new ones.
   * @throws StoreError STORE_CONFLICT when the lease is no longer the claimer's; then, and when killed, all is as before
   */
  replaceRows(db: PrimaryDb, claim: Claim): Promise<void>;
}

/** What a store held before it began again with another network. */
export interface Archive<Id extends IndexedStoreId = IndexedStoreId> {
  id: Id;
  /** For a person: where it is. */
  name: string;
}

/** All stores of one Firn, whatever keeps them: opened once by `cli` and handed to whoever needs them. */
export interface Stores {
  /** Says which stores these are: `openStores` opens the same ones by it in another thread or process. */
  readonly place: string;

  /** The indexed stores that are there: the primary one first, then chains by id. */
  list(): Promise<IndexedStoreId[]>;

  /** For a person: a store's name among the others. */
  nameOf(id: StoreId): string;

  /** For a person: where a store is. */
  whereIs(id: StoreId): string;

  /**
   * @throws StoreError STORE_ABSENT, STORE_OLDER for a reader that comes before the store is made or migrated
   * @throws StoreError STORE_DAMAGED, STORE_FAILED; ConfigError STORE_NEWER when a newer Firn wrote it
   */
  open<Id extends StoreId>(id: Id, options: OpenOptions): Promise<Store<TablesOf<Id>>>;

  /** Opens nothing yet. */
  read<Id extends StoreId>(id: Id): Reader<TablesOf<Id>>;

  /** Bytes that a store takes up. */
  size(id: StoreId): Promise<number>;

  /** What the engine finds wrong with what it keeps; nothing when all is well. It may take minutes, in which nobody else is served. */
  findDamage(of: StoreId | Archive): Promise<string[]>;

  /**
   * Rows that nobody else sees. `rebuild` is for the holder of the store's lease, `verify` for anybody; what a killed process
   * left of one goes when the next is opened.
   */
  scratch(use: "rebuild" | "verify", nowMs: number): Promise<Scratch>;

  /** An empty store of a chain that nobody else sees. */
  scratchChain(): Promise<Store<EvmTables>>;

  /**
   * Moves all that an open store holds to a new archive and leaves it empty. Killed in between, it is whole in both places.
   * @returns the archive's name
   * @throws StoreError STORE_FAILED; STORE_CONFLICT when the store is no longer the claimer's
   */
  archive<Id extends IndexedStoreId>(
    id: Id,
    db: BookkeepingDb,
    options: { claim: Claim; nowMs: number },
  ): Promise<string>;

  /** Archives of a store, the newest first. */
  archives<Id extends IndexedStoreId>(id: Id): Promise<Archive<Id>[]>;

  /** An archive as a store, migrated. @throws as `open` does */
  openArchive<Id extends IndexedStoreId>(archive: Archive<Id>, nowMs: number): Promise<Store<TablesOf<Id>>>;

  /**
   * Moves an archive back, in place of the contents of the open store. If killed in between, it is whole in both.
   * @throws ConfigError STORE_NEWER; StoreError STORE_CONFLICT when the claimer no longer has the lease
   */
  restore<Id extends IndexedStoreId>(
    archive: Archive<Id>,
    db: BookkeepingDb,
    options: { claim: Claim; nowMs: number },
  ): Promise<void>;

  /**
   * Deletes the indexed stores: all of them, or none. Nobody can begin to write one meanwhile. Archives stay.
   * @returns the deleted stores
   * @throws ConfigError LEASE_HELD while an indexer writes one
   */
  reset(): Promise<IndexedStoreId[]>;

  /** The chains that the indexer follows or should follow, as it last wrote them. Undefined before the first indexer. */
  readRoster(): Promise<RosterEntry[] | undefined>;
  /** @throws StoreError STORE_FAILED */
  writeRoster(entries: readonly RosterEntry[]): Promise<void>;

  /** What the last search for damage found. Empty when it found nothing, or there was none. */
  readFoundDamage(): Promise<FoundDamage[]>;
  writeFoundDamage(found: readonly FoundDamage[]): Promise<void>;

  /** @param chainId decimal EVM chain id */
  mailbox(chainId: string): Mailbox;
}
