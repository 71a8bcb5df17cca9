import { toHex } from "../../avalanche/codec/bytes";
import { genesisBlock } from "../../avalanche/genesis/genesis";
import { differUpTo } from "../../avalanche/ledger/rules";
import { DataError } from "../../errors";
import type { Log } from "../../log";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { asHolder, type Claim } from "../../store/bookkeeping/lease";
import { readLedgerRecord } from "../../store/bookkeeping/ledger-record";
import { type NetworkFacts, readNetwork, writeNetwork } from "../../store/bookkeeping/network";
import { clearStore } from "../../store/clear";
import type { PrimaryDb } from "../../store/db";
import { SCHEMA_VERSIONS } from "../../store/migrate";
import { findFirstHeight } from "../../store/queries/first-height";
import { CHAIN } from "../../store/rows/columns";
import type { Store, Stores } from "../../store/stores";
import { ALL_STREAMS } from "../follow/stream";
import { writeGenesis } from "../follow/write";
import { type KnownNetwork, readTimes, storedGenesis, writeTimes } from "../known-network";
import { IdDictionaries } from "../rows/id-dictionaries";
import { rebuildRows } from "./rebuild-rows";

/** The network of a node, as far as it is known before the first block. */
export interface IdentifiedNetwork extends KnownNetwork {
  networkId: number;
  /** The P-Chain has no block yet; the genesis is all it has. */
  isBeforeFirstBlock: boolean;
}

export interface UpToDateOptions {
  stores: Stores;
  claim: Claim;
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Log;
}

/** Pause before a node whose upgrades contradict the blocks is asked again. */
const CONTRADICTED_MS = 5_000;

/**
 * Rebuilds the rows from the stored containers if another version wrote them, or if they were written with other
 * upgrade times or without the genesis. An empty store gets the genesis, if the chain has no block yet.
 * @returns whether the streams may run: false when the signal is aborted, or when the node's upgrades contradict the
 * blocks
 */
export async function bringUpToDate(
  store: Store,
  identified: IdentifiedNetwork,
  options: UpToDateOptions,
): Promise<boolean> {
  const { claim, log, sleep, signal } = options;
  const facts = await readNetwork(store.db);
  const reason = await whyRebuild(store.db, facts, identified);
  if (reason) {
    log.warn(`${reason}: rebuilding its rows, which takes a while`);
    const genesis = (await readHeadTime(store.db)) === undefined ? storedGenesis(facts) : undefined;
    try {
      const known = { ...identified, genesis };
      if ((await rebuildRows(store, { ...options, known, onProgress: () => {} })) === undefined) return false;
    } catch (error) {
      if (!(error instanceof DataError) || facts.projection !== VERSION) throw error;
      log.warn(`the node's upgrade times contradict the stored blocks: ${error.message}`);
      await sleep(CONTRADICTED_MS, signal);
      return false;
    }
  }
  const upgrades = writeTimes(identified.rules.upgrades);
  await asHolder(store.db, claim, (trx) => writeNetwork(trx, { projection: VERSION, upgrades }));
  await storeGenesis(store, identified, options);
  return true;
}

const VERSION = String(SCHEMA_VERSIONS.primary);

/** Why the rows of a store must be rebuilt; undefined when they are current, or when there are none. */
async function whyRebuild(
  db: PrimaryDb,
  { projection, upgrades }: NetworkFacts,
  identified: IdentifiedNetwork,
): Promise<string | undefined> {
  if (await isEmpty(db)) return undefined;
  if (projection !== VERSION) return "an older Firn wrote the store";
  const time = await readHeadTime(db);
  if (time === undefined) return undefined;
  const { rules, genesis } = identified;
  if (upgrades !== undefined && differUpTo(readTimes(upgrades), rules.upgrades, BigInt(time)))
    return "the store was written with other upgrade times than the node reports";
  const lacksLedger = genesis !== undefined && !(await hasLedger(db));
  if (lacksLedger && (await findFirstHeight(db, CHAIN.p)) === 1)
    return "the store was written without the network's genesis, which is now known";
  return undefined;
}

/** Stores the genesis while the chains have no block. */
async function storeGenesis(
  store: Store,
  identified: IdentifiedNetwork,
  options: UpToDateOptions,
): Promise<void> {
  const { db } = store;
  const { genesis, isBeforeFirstBlock } = identified;
  if (genesis === undefined || !isBeforeFirstBlock || (await readHeadTime(db)) !== undefined) return;
  const { genesisBlockId } = await readNetwork(db);
  if (genesisBlockId === toHex(genesisBlock(genesis).blockId)) return;
  if (await hasLedger(db)) {
    // A network with the same ids that was started again. Stored blocks of other chains will show the difference.
    if (!(await isEmpty(db))) return;
    const kept = await readNetwork(db);
    await clearStore(db, options.claim);
    await asHolder(db, options.claim, (trx) => writeNetwork(trx, kept));
  }
  const { claim: lease } = options;
  const dictionaries = new IdDictionaries(db);
  await writeGenesis(genesis, { db, ...identified, ...options, lease, dictionaries, observe: () => {} });
}

async function isEmpty(db: PrimaryDb): Promise<boolean> {
  for (const { name } of ALL_STREAMS) if (await readCheckpoint(db, name)) return false;
  return true;
}

async function hasLedger(db: PrimaryDb): Promise<boolean> {
  return (await readLedgerRecord(db, "chain", "")) !== undefined;
}

async function readHeadTime(db: PrimaryDb): Promise<number | undefined> {
  return (await readCheckpoint(db, "P/block"))?.time;
}
