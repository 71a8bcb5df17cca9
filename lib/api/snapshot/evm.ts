import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { fromHex } from "../../avalanche/codec/bytes";
import { FirnError, InputError, NodeError, StoreError } from "../../errors";
import { Mutex } from "../../mutex";
import { type EvmFacts, readEvmFacts } from "../../store/bookkeeping/evm-facts";
import { type RosterEntry, readRoster } from "../../store/bookkeeping/evm-roster";
import type { EvmDb } from "../../store/db";
import { snapshot } from "../../store/db";
import { type EvmStore, openEvmStore } from "../../store/open-evm";
import type { EvmNodes } from "../node/evm-node";

/** One EVM chain on one snapshot of its store. */
export interface EvmSnapshot {
  db: EvmDb;
  /** Decimal, as answers write it. */
  evmChainId: string;
  facts: EvmFacts;
  nodes: EvmNodes;
  pageTokenKey: Uint8Array;
}

/** The EVM chains that are indexed: a store each, named by EVM chain id. */
export interface EvmChains {
  /**
   * Runs `work` on one snapshot of a chain, named by EVM chain id or blockchain id.
   * @throws InputError NOT_FOUND when it is none of those served
   * @throws NodeError NOTHING_INDEXED when it is one, but has nothing yet
   */
  read<T>(chain: string, work: (snapshot: EvmSnapshot) => Promise<T>): Promise<T>;
  /** Facts of every chain that has a store, by EVM chain id. */
  list(): Promise<EvmFacts[]>;
  /** What the indexer says of the chains it follows; undefined where none ever ran. */
  roster(): RosterEntry[] | undefined;
  readonly nodes: EvmNodes;
  close(): Promise<void>;
}

interface OpenChain {
  inode: number;
  store: EvmStore;
  /** The connection has one snapshot at a time. */
  mutex: Mutex;
}

const SUFFIX = ".db";

/** Opens nothing yet: stores may come later than the API. */
export function openEvmChains(folder: string, nodes: EvmNodes): EvmChains {
  const open = new Map<string, OpenChain>();
  const openings = new Map<string, Mutex>();

  const openCurrent = async (id: string): Promise<OpenChain> => {
    const path = join(folder, id + SUFFIX);
    const inode = statSync(path).ino;
    const known = open.get(id);
    if (known?.inode === inode) return known;
    open.delete(id); // whatever comes of opening, and whichever file gets the number of the closed one
    await known?.mutex.idle();
    await known?.store.close();
    const opened = { inode, store: await openEvmStore(path, { mode: "read" }), mutex: new Mutex() };
    open.set(id, opened);
    return opened;
  };

  // One at a time for each chain: requests that come at once would open a connection each.
  const current = (id: string): Promise<OpenChain> => {
    const mutex = openings.get(id) ?? new Mutex();
    openings.set(id, mutex);
    return mutex.run(() => openCurrent(id));
  };

  const within = async <T>(id: string, work: (snapshot: EvmSnapshot) => Promise<T>): Promise<T> => {
    const { mutex, store } = await current(id);
    return mutex.run(() => readSnapshot(store, { id, nodes }, work));
  };

  const list = async (): Promise<EvmFacts[]> => {
    const facts: EvmFacts[] = [];
    for (const id of chainIds(folder)) {
      const known = await within(id, async (snapshot) => snapshot.facts).catch(unlessUnready);
      if (known) facts.push(known);
    }
    return facts;
  };

  const roster = () => readRoster(folder);

  return {
    list,
    roster,
    nodes,
    async read(chain, work) {
      const ids = chainIds(folder);
      const isIt = ({ evmChainId, blockchainId }: EvmFacts | RosterEntry) =>
        chain === evmChainId || chain === blockchainId;
      const id = ids.includes(chain) ? chain : (await list()).find(isIt)?.evmChainId;
      if (id !== undefined) return within(id, work).catch((error) => refuseUnready(error, chain));
      const coming = roster()?.find(isIt);
      if (coming) throw nothingYet(chain, coming.problem);
      throw new InputError("NOT_FOUND", `${chain} is no EVM chain that this Firn indexes`, {
        hint: ids.length === 0 ? "none is indexed yet" : `it indexes ${ids.join(", ")}`,
      });
    },
    async close() {
      for (const { mutex, store } of open.values()) {
        await mutex.idle();
        await store.close();
      }
    },
  };
}

/** A store that its indexer is still making, or that is damaged, keeps no other chain from being listed. */
function unlessUnready(error: unknown): undefined {
  if (error instanceof FirnError) return undefined;
  throw error;
}

/** A store that a newer or older program made is migrated by its indexer. */
function refuseUnready(error: unknown, chain: string): never {
  if (error instanceof StoreError && error.cause === undefined) throw nothingYet(chain, error);
  throw error;
}

function nothingYet(chain: string, why?: { message: string; hint?: string | undefined }): NodeError {
  const reason = why === undefined ? "" : `: ${why.message}`;
  return new NodeError("NOTHING_INDEXED", `nothing of chain ${chain} is indexed yet${reason}`, {
    hint: why?.hint ?? "the indexer fills the store as soon as the chain's node answers",
  });
}

function chainIds(folder: string): string[] {
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  return names
    .filter((name) => /^\d+\.db$/.test(name))
    .map((name) => name.slice(0, -SUFFIX.length))
    .sort((a, b) => Number(a) - Number(b));
}

async function readSnapshot<T>(
  { db }: EvmStore,
  { id, nodes }: { id: string; nodes: EvmNodes },
  work: (snapshot: EvmSnapshot) => Promise<T>,
): Promise<T> {
  return snapshot(db, async (db) => {
    const facts = await readEvmFacts(db);
    if (facts.pageTokenKey === undefined) throw nothingYet(id);
    return work({ db, evmChainId: id, facts, nodes, pageTokenKey: fromHex(facts.pageTokenKey) });
  });
}
