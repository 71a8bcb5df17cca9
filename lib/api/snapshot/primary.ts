import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import { fromHex, toHex } from "../../avalanche/codec/bytes";
import type { Network } from "../../contract/data/primary-network";
import { NodeError, StoreError } from "../../errors";
import { Mutex } from "../../mutex";
import { type NetworkFacts, readNetwork, writeNetwork } from "../../store/bookkeeping/network";
import type { PrimaryDb } from "../../store/db";
import { commit, snapshot } from "../../store/db";
import { openStore, type Store } from "../../store/open";
import { publicName, type ServedNetwork } from "../request/network";

/** The primary store as the API sees it: a snapshot per request, and a new file when the indexer puts one in its place. */
export interface Primary {
  /**
   * Runs `work` on one snapshot.
   * @throws NodeError NOTHING_INDEXED while no store is there, or none that knows its network
   */
  read<T>(work: (snapshot: PrimarySnapshot) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface PrimarySnapshot {
  db: PrimaryDb;
  facts: NetworkFacts;
  network: ServedNetwork;
  pageTokenKey: Uint8Array;
  schemaVersion: number;
  sizeBytes: number;
  /** Of the store's file. */
  folder: string;
}

export interface PrimaryOptions {
  path: string;
  /** The operator's choice of name, if any. */
  servedAs: Network | undefined;
  nowMs: () => number;
}

/** Opens nothing yet: the store may come later than the API. */
export function openPrimary(options: PrimaryOptions): Primary {
  let open: { inode: number; store: Store } | undefined;
  const current = async (): Promise<Store> => {
    const inode = inodeOf(options.path);
    if (open?.inode !== inode) {
      const before = open;
      open = undefined;
      await before?.store.close();
      open = { inode, store: await openReadable(options.path) };
    }
    return open.store;
  };
  // The connection has one snapshot at a time, and a file is closed only between requests.
  const mutex = new Mutex();
  return {
    read(work) {
      return mutex.run(async () => {
        const store = await current();
        const read = await readSnapshot(store, options, work);
        if (read !== undefined) return read.value;
        await makePageTokenKey(options);
        const again = await readSnapshot(store, options, work);
        if (again === undefined) throw nothingIndexed();
        return again.value;
      });
    },
    async close() {
      await mutex.idle();
      await open?.store.close();
    },
  };
}

/** A store that the indexer has not made or migrated yet is as good as none. */
async function openReadable(path: string): Promise<Store> {
  try {
    return await openStore(path, { mode: "read" });
  } catch (cause) {
    // What the engine itself says has it as cause.
    if (!(cause instanceof StoreError) || cause.cause !== undefined) throw cause;
    throw new NodeError("NOTHING_INDEXED", cause.message, { cause, ...(cause.hint && { hint: cause.hint }) });
  }
}

/** Undefined when the store has no key for page tokens yet. */
async function readSnapshot<T>(
  { db, schemaVersion }: Store,
  { path, servedAs }: PrimaryOptions,
  work: (snapshot: PrimarySnapshot) => Promise<T>,
): Promise<{ value: T } | undefined> {
  return snapshot(db, async (db) => {
    const facts = await readNetwork(db);
    const network = servedNetwork(facts, servedAs);
    if (facts.pageTokenKey === undefined) return undefined;
    const pageTokenKey = fromHex(facts.pageTokenKey);
    return {
      value: await work({
        db,
        facts,
        network,
        pageTokenKey,
        schemaVersion,
        sizeBytes: sizeOf(path),
        folder: dirname(path),
      }),
    };
  });
}

/** The key is made by the first API that needs it; all others find it in the store. */
async function makePageTokenKey({ path, nowMs }: PrimaryOptions): Promise<void> {
  const store = await openStore(path, { mode: "write", nowMs: nowMs() });
  try {
    await commit(store.db, async (db) => {
      if ((await readNetwork(db)).pageTokenKey !== undefined) return;
      await writeNetwork(db, { pageTokenKey: toHex(new Uint8Array(randomBytes(32))) });
    });
  } finally {
    await store.close();
  }
}

function servedNetwork(facts: NetworkFacts, servedAs: Network | undefined): ServedNetwork {
  const { networkId, hrp } = facts;
  if (networkId === undefined || hrp === undefined) throw nothingIndexed();
  const bytes = (hex: string | undefined) => (hex === undefined ? undefined : fromHex(hex));
  return {
    id: Number(networkId),
    hrp,
    servedAs: publicName(Number(networkId), servedAs),
    avaxAssetId: bytes(facts.avaxAssetId),
    xChainId: bytes(facts.xChainId),
    cChainId: bytes(facts.cChainId),
  };
}

function inodeOf(path: string): number {
  const inode = statSync(path, { throwIfNoEntry: false })?.ino;
  if (inode === undefined) throw nothingIndexed();
  return inode;
}

/** The database with what waits in its log. */
function sizeOf(path: string): number {
  const sizes = [path, `${path}-wal`].map((file) => statSync(file, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function nothingIndexed(): NodeError {
  return new NodeError("NOTHING_INDEXED", "nothing is indexed yet", {
    hint: "the indexer fills the store as soon as the node answers",
  });
}
