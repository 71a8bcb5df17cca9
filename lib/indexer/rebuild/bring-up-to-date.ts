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

/** What a node is of, as far as it can be known before any block. */
export interface Met extends KnownNetwork {
  networkId: number;
  /** The P-Chain has no block yet: the genesis is all that it holds. */
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

/** A node whose rules contradict the blocks is asked again after this. */
const CONTRADICTED_MS = 5_000;

/**
 * Rows that another program made, or that were made under other rules or without the genesis, are made anew from the
 * stored containers; a store without any begins with the genesis, if that is all there is yet.
 * @returns whether the streams may go on: not when the signal came, or when the node's rules contradict the blocks
 */
export async function bringUpToDate(store: Store, met: Met, options: UpToDateOptions): Promise<boolean> {
  const { claim, log, sleep, signal } = options;
  const facts = await readNetwork(store.db);
  const reason = await whyAnew(store.db, facts, met);
  if (reason) {
    log.warn(`${reason}: its rows are made anew, which takes a while`);
    const genesis = (await readHeadTime(store.db)) === undefined ? storedGenesis(facts) : undefined;
    try {
      const known = { ...met, genesis };
      if ((await rebuildRows(store, { ...options, known, onProgress: () => {} })) === undefined) return false;
    } catch (error) {
      if (!(error instanceof DataError) || facts.projection !== VERSION) throw error;
      log.warn(`what the node says of upgrades contradicts the stored blocks: ${error.message}`);
      await sleep(CONTRADICTED_MS, signal);
      return false;
    }
  }
  const upgrades = writeTimes(met.rules.upgrades);
  await asHolder(store.db, claim, (trx) => writeNetwork(trx, { projection: VERSION, upgrades }));
  await storeGenesis(store, met, options);
  return true;
}

const VERSION = String(SCHEMA_VERSIONS.primary);

/** Why the rows of a store that has any are not what they would be made now; undefined when they are. */
async function whyAnew(
  db: PrimaryDb,
  { projection, upgrades }: NetworkFacts,
  met: Met,
): Promise<string | undefined> {
  if (await isEmpty(db)) return undefined;
  if (projection !== VERSION) return "the store is an older Firn's";
  const time = await readHeadTime(db);
  if (time === undefined) return undefined;
  const { rules, genesis } = met;
  if (upgrades !== undefined && differUpTo(readTimes(upgrades), rules.upgrades, BigInt(time)))
    return "the store was made under other times of upgrades than the node says";
  const lacksLedger = genesis !== undefined && !(await hasLedger(db));
  if (lacksLedger && (await findFirstHeight(db, CHAIN.p)) === 1)
    return "the store was made without the network's genesis, which is known now";
  return undefined;
}

/** The genesis is all that the chains hold until their first blocks: it need not wait for them. */
async function storeGenesis(store: Store, met: Met, options: UpToDateOptions): Promise<void> {
  const { db } = store;
  const { genesis, isBeforeFirstBlock } = met;
  if (genesis === undefined || !isBeforeFirstBlock || (await readHeadTime(db)) !== undefined) return;
  const { genesisBlockId } = await readNetwork(db);
  if (genesisBlockId === toHex(genesisBlock(genesis).blockId)) return;
  if (await hasLedger(db)) {
    // A network of the same ids that began anew. Where blocks of other chains are stored, those tell.
    if (!(await isEmpty(db))) return;
    const kept = await readNetwork(db);
    await clearStore(db, options.claim);
    await asHolder(db, options.claim, (trx) => writeNetwork(trx, kept));
  }
  const { claim: lease } = options;
  const dictionaries = new IdDictionaries(db);
  await writeGenesis(genesis, { db, ...met, ...options, lease, dictionaries, observe: () => {} });
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
