import type { GenesisConfig } from "../avalanche/genesis-config";
import { releaseLease } from "../store/lease";
import { readNetwork } from "../store/network";
import { openStore } from "../store/open";
import { knownNetwork } from "./known-network";
import { type Progress, rebuildRows } from "./rebuild-rows";
import { LEASE_NAME, waitForLease } from "./start";

export interface ReprojectOptions {
  /** File of the primary store. */
  storePath: string;
  /** Of the network, when the store began without: its books are kept from now on. */
  genesis: GenesisConfig | undefined;
  /** Unique per process. */
  holder: string;
  /** Unix ms, whole. */
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Makes all rows anew from the stored containers, beside the store, and puts them in place at once. Nobody is asked, and
 * until the end readers find the old rows; ended or killed before that, it leaves them as they were.
 * @returns containers read; undefined when the signal came first
 * @throws ConfigError LEASE_HELD while an indexer writes the store, CONFIG_INVALID when the store doesn't say enough
 * @throws DataError for a container that is damaged or contradicts the others
 */
export async function reproject(options: ReprojectOptions): Promise<number | undefined> {
  const { storePath, now } = options;
  const store = await openStore(storePath, { mode: "write", nowMs: now() });
  const lease = { name: LEASE_NAME, holder: options.holder };
  const claim = () => ({ ...lease, nowMs: now() });
  try {
    await waitForLease(store, lease, options);
    const known = knownNetwork(await readNetwork(store.db), { genesis: options.genesis, nowMs: now() });
    return await rebuildRows(store, { ...options, claim: lease, known });
  } finally {
    await releaseLease(store.db, claim());
    await store.close();
  }
}
