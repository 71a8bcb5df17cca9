import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import type { Kysely } from "kysely";
import { fromHex, toHex } from "../avalanche/bytes";
import type { Network } from "../contract/data/primary-network";
import { NodeError } from "../errors";
import { type NetworkFacts, readNetwork, writeNetwork } from "../store/network";
import { openStore, type Store } from "../store/open";
import type { PrimaryTables } from "../store/tables";
import { publicName, type ServedNetwork } from "./network";

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
  db: Kysely<PrimaryTables>;
  facts: NetworkFacts;
  network: ServedNetwork;
  pageTokenKey: Uint8Array;
  schemaVersion: number;
  sizeBytes: number;
}

interface OpenFile {
  inode: number;
  store: Store;
  pageTokenKey: Uint8Array;
}

/** `servedAs`: the operator's choice of name, if any. */
export function openPrimary(options: {
  path: string;
  servedAs: Network | undefined;
  nowMs: () => number;
}): Primary {
  let open: Promise<OpenFile> | undefined;
  const current = async (): Promise<OpenFile> => {
    const inode = inodeOf(options.path);
    const known = await open?.catch(() => undefined);
    if (known?.inode === inode) return known;
    open = openFile(options.path, inode, options.nowMs());
    const next = await open;
    await known?.store.close();
    return next;
  };
  let turn: Promise<unknown> = Promise.resolve();
  return {
    read(work) {
      // One after the other: the connection has one snapshot at a time, and a file is closed only between requests.
      const result = turn.then(async () => {
        const { store, pageTokenKey } = await current();
        return store.db
          .transaction()
          .setAccessMode("read only")
          .execute(async (db) => {
            const facts = await readNetwork(db);
            const network = servedNetwork(facts, options.servedAs);
            const sizeBytes = sizeOf(options.path);
            return work({ db, facts, network, pageTokenKey, schemaVersion: store.schemaVersion, sizeBytes });
          });
      });
      turn = result.catch(() => undefined);
      return result;
    },
    async close() {
      await turn;
      await (await open?.catch(() => undefined))?.store.close();
    },
  };
}

async function openFile(path: string, inode: number, nowMs: number): Promise<OpenFile> {
  const pageTokenKey = await takePageTokenKey(path, nowMs);
  return { inode, store: await openStore(path, { mode: "read" }), pageTokenKey };
}

/** The store's key, made by the first API that opens it. */
async function takePageTokenKey(path: string, nowMs: number): Promise<Uint8Array> {
  const store = await openStore(path, { mode: "write", nowMs });
  try {
    return await store.db.transaction().execute(async (db) => {
      const stored = (await readNetwork(db)).pageTokenKey;
      if (stored !== undefined) return fromHex(stored);
      const key = new Uint8Array(randomBytes(32));
      await writeNetwork(db, { pageTokenKey: toHex(key) });
      return key;
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
