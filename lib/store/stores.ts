import type { CandidateNode } from "../contract/firn/status";
import type { RegistryEntry } from "./bookkeeping/chain-registry";
import type { FoundDamage } from "./bookkeeping/found-damage";
import type { Claim } from "./bookkeeping/lease";
import type { Verification } from "./bookkeeping/verification";
import type { BookkeepingDb, Db, PrimaryDb } from "./db";
import type { Mailbox } from "./nfts/asked-nfts";
import type { Reading } from "./reading";
import type { PrimaryTables } from "./tables";
import type { EvmTables } from "./tables/evm";
import type { ObservedTables } from "./tables/observed";
import type { OperatorTables } from "./tables/operator";
import type { UsageTables } from "./tables/usage";
import type { WebhookTables } from "./tables/webhooks";

/** The store of an EVM chain, by its decimal chain id. */
export type EvmStoreId = `evm/${string}`;
/** Stores that an indexer fills from a node, and that can be filled again. */
export type IndexedStoreId = "primary" | EvmStoreId;
/** Stores that nothing can fill again. */
export type OwnStoreId = "operator" | "webhooks" | "observed" | "usage";
export type StoreId = IndexedStoreId | OwnStoreId;

export type TablesOf<Id extends StoreId> = Id extends "primary"
  ? PrimaryTables
  : Id extends "operator"
    ? OperatorTables
    : Id extends "webhooks"
      ? WebhookTables
      : Id extends "observed"
        ? ObservedTables
        : Id extends "usage"
          ? UsageTables
          : EvmTables;

/** The kinds of stores, each with a schema of its own. */
export type StoreKind = "primary" | "evm" | OwnStoreId;

/** All of them, in the order in which they are copied. */
export const OWN_STORES: readonly OwnStoreId[] = ["operator", "webhooks", "observed", "usage"];

export function kindOf(id: StoreId): StoreKind {
  return id.startsWith("evm/") ? "evm" : (id as Exclude<StoreKind, "evm">);
}

/** An open store. Close it once; statements after that fail. */
export interface Store<Tables = PrimaryTables> {
  db: Db<Tables>;
  schemaVersion: number;
  /** Set by a writer while it stores far more than usual: the engine may then tidy up less often. */
  bulk(on: boolean): Promise<void>;
  close(): Promise<void>;
}

export type EvmStore = Store<EvmTables>;

/** Opening to write creates and migrates the store, dated `nowMs`. Opening to read needs it to exist with this schema. */
export type OpenOptions = { mode: "read" } | { mode: "write"; nowMs: number };

/** Reads a store that may not exist yet and may be replaced, by a reset for example. */
export interface Reader<Tables> {
  /**
   * Runs `work` on one snapshot of the current store, for a reading if somebody waits for it alone.
   * @throws BusyError READ_ENDED when nobody waits for the reading any more
   * @throws StoreError STORE_ABSENT, STORE_OLDER until its indexer has created or migrated it; as `Stores.open` does
   */
  snapshot<T>(work: (db: Db<Tables>) => Promise<T>, reading?: Reading): Promise<T>;
  /**
   * Changes with every commit to the store. A snapshot that begins later has at least what it stands for. Undefined while
   * there is no store, and where the engine has nothing of the kind. Comparable within one reader.
   */
  version(): Promise<string | undefined>;
  close(): Promise<void>;
}

/** A temporary primary store for rebuilt rows, visible to nobody else. `close` deletes it. */
export interface Scratch extends Store {
  /**
   * Replaces the rows made from containers, and the facts about the network, in `db` in one commit: readers see the old
   * rows, then the new ones.
   * @throws StoreError STORE_CONFLICT when the claimer no longer has the lease; then, and when killed, nothing changes
   */
  replaceRows(db: PrimaryDb, claim: Claim): Promise<void>;
}

/** The former contents of a store that began again with another network. */
export interface Archive<Id extends IndexedStoreId = IndexedStoreId> {
  id: Id;
  /** Where it is, for a person to read. */
  name: string;
}

/** A store in a folder of copies. */
export interface CopiedStore {
  file: string;
  bytes: number;
  /** False if an earlier run, which was interrupted, copied it. */
  isNew: boolean;
}

/** Where the stores of one Firn are. It holds a password: pass it on within the process, or through its environment. */
export interface StoresPlace {
  /** The data folder, which need not exist yet. */
  folder: string;
  /** What indexers fill is kept in a database in place of the folder. */
  database?: { url: string; readUrl?: string | undefined } | undefined;
}

/** A server of the database that keeps the stores. */
export interface DatabaseServer {
  /** Host and database, for a person to read. Of a worker: host and port. */
  at: string;
  /** A worker holds some of the stores for the primary. What it says of itself is not asked. */
  role: "primary" | "replica" | "worker";
  version?: string;
  /** Why it does not answer. */
  error?: string;
  /** Of a replica: bytes of the primary's log that it has not applied, and how old its newest change is, ms. */
  behindBytes?: number;
  lagMs?: number;
  /** Of a worker: the indexed stores that it holds. */
  stores?: IndexedStoreId[];
}

/** All stores of one Firn, whatever keeps them. `cli` opens them once and passes them on. */
export interface Stores {
  /** Identifies these stores: `openStores` opens the same ones by it in another thread. */
  readonly place: StoresPlace;

  /** The existing indexed stores: the primary one first, then chains by id. */
  list(): Promise<IndexedStoreId[]>;

  /** A store's name, for a person to read. */
  nameOf(id: StoreId): string;

  /** Where a store is, for a person to read. */
  whereIs(id: StoreId): string;

  /**
   * @throws StoreError STORE_ABSENT, STORE_OLDER for a reader before the store is created or migrated
   * @throws StoreError STORE_DAMAGED, STORE_FAILED; ConfigError STORE_NEWER when a newer Firn wrote it
   */
  open<Id extends StoreId>(id: Id, options: OpenOptions): Promise<Store<TablesOf<Id>>>;

  /** Opens nothing yet. */
  read<Id extends StoreId>(id: Id): Reader<TablesOf<Id>>;

  /** Bytes that a store takes up. */
  size(id: StoreId): Promise<number>;

  /** The servers of the database that keeps the stores, the primary one first; empty for files. Never rejects. */
  servers(): Promise<DatabaseServer[]>;

  /**
   * Moves an indexed store to another server of the database, whose name it says, while it is read and written.
   * @returns that server's name, undefined if the store was there already
   * @throws ConfigError CONFIG_INVALID where all stores are on one machine; InputError BAD_PARAMETER for a server or a store
   * that is not there
   */
  move(id: IndexedStoreId, to: string): Promise<string | undefined>;

  /** The damage that the engine finds; empty if there is none. Blocks the thread, perhaps for minutes. */
  findDamage(of: StoreId | Archive): Promise<string[]>;

  /**
   * Opens a store that nobody else sees. `rebuild` is for the holder of the store's lease, `verify` for anybody. The
   * remains of a killed process are deleted when the next one is opened.
   */
  scratch(use: "rebuild" | "verify", nowMs: number): Promise<Scratch>;

  /** An empty store of a chain that nobody else sees. */
  scratchChain(): Promise<Store<EvmTables>>;

  /**
   * Moves all contents of an open store to a new archive and leaves it empty. If killed in between, it is whole in both.
   * @returns the archive's name
   * @throws StoreError STORE_FAILED; STORE_CONFLICT when the claimer no longer has the lease
   */
  archive<Id extends IndexedStoreId>(
    id: Id,
    db: BookkeepingDb,
    options: { claim: Claim; nowMs: number },
  ): Promise<string>;

  /** Archives of a store, newest first. */
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
   * Copies every store, those that nothing can fill again too, to another data folder, each as it is at one moment. Whoever writes them goes on. An
   * interrupted copy goes on when it is made again. Blocks the thread for as long as a store takes.
   * @throws ConfigError CONFIG_INVALID when the folder has other stores or no room, and for stores in a database, which has
   * better means; StoreError STORE_FAILED, STORE_DAMAGED
   */
  backUp(folder: string, onStore: (copied: CopiedStore) => void): Promise<void>;

  /**
   * Deletes the indexed stores: all of them, or none. Nobody can start to write one meanwhile. Archives stay.
   * @returns the deleted stores
   * @throws ConfigError LEASE_HELD while an indexer writes one
   */
  reset(): Promise<IndexedStoreId[]>;

  /** The chains that the indexer follows or should follow, as it last wrote them. Undefined before the first indexer. */
  readRegistry(): Promise<RegistryEntry[] | undefined>;
  /** @throws StoreError STORE_FAILED */
  writeRegistry(entries: readonly RegistryEntry[]): Promise<void>;

  /** Damage found by the last search. Empty if there was none, or no search. */
  readFoundDamage(): Promise<FoundDamage[]>;
  writeFoundDamage(found: readonly FoundDamage[]): Promise<void>;

  /** What the last finished `firn verify` found; undefined if none finished since the stores began. */
  readVerification(): Promise<Verification | undefined>;
  writeVerification(verification: Verification): Promise<void>;

  /** The nodes that the indexer can choose from, as it last saw them. Empty if there is only one. */
  readKnownNodes(): Promise<CandidateNode[]>;
  writeKnownNodes(nodes: readonly CandidateNode[]): Promise<void>;

  /** @param chainId decimal EVM chain id */
  mailbox(chainId: string): Mailbox;
}
