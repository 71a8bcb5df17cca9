import type { GenesisConfig } from "../../avalanche/genesis/genesis-config";
import type { Log } from "../../log";
import { readNetwork } from "../../store/bookkeeping/network";
import type { Stores } from "../../store/stores";
import { knownNetwork } from "../known-network";
import { LEASE_NAME, whileHolding } from "../lease";
import { type Progress, rebuildRows } from "./rebuild-rows";

export interface ReprojectOptions {
  stores: Stores;
  /** For a store that began without one: its ledger is kept from now on. */
  genesis: GenesisConfig | undefined;
  /** Unique per process. */
  holder: string;
  /** Unix ms, whole. */
  now: () => number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Log;
  onProgress: (progress: Progress) => void;
}

/**
 * Rebuilds all rows from the stored containers in a scratch store, then swaps them in at once. It makes no requests,
 * and readers find the old rows until the end. If it is stopped or killed before that, the old rows stay.
 * @returns containers read; undefined when the signal was aborted
 * @throws ConfigError LEASE_HELD while an indexer writes the store, CONFIG_INVALID when the store lacks facts about its
 * network
 * @throws DataError for a container that is damaged or contradicts the others
 */
export async function reproject(options: ReprojectOptions): Promise<number | undefined> {
  const { stores, genesis, now } = options;
  const store = await stores.open("primary", { mode: "write", nowMs: now() });
  const claim = { name: LEASE_NAME, holder: options.holder };
  try {
    return await whileHolding(store.db, claim, {
      ...options,
      work: async (signal) => {
        const known = knownNetwork(await readNetwork(store.db), { genesis, nowMs: now() });
        return rebuildRows(store, { ...options, signal, claim, known });
      },
    });
  } finally {
    await store.close();
  }
}
