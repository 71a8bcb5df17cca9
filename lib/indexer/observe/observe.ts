import type { NodeClient } from "../../client/node";
import { describeError } from "../../errors";
import type { Log } from "../../log";
import { commit } from "../../store/db";
import { writeSample } from "../../store/queries/observed/observation";
import type { Store, Stores } from "../../store/stores";
import type { ObservedTables } from "../../store/tables/observed";
import { takeSample } from "./sample";

export interface ObserveOptions {
  stores: Pick<Stores, "open" | "readRegistry">;
  node: Pick<NodeClient, "call" | "getHealth">;
  /** Unix ms. */
  now: () => number;
  /** Resolves after `ms`, or at once when the signal is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  log: Pick<Log, "warn">;
}

const MINUTE_MS = 60_000;

/**
 * Writes down every minute what the node says of itself, its peers, the validators of the Primary Network and those of L1s whose
 * chains it runs, until the signal: nobody can be asked for that afterwards. Where the node or the store does not answer there is a gap. The caller has the
 * lease of the primary store, so there is one observer. Never rejects.
 */
export async function observe({ stores, node, now, sleep, signal, log }: ObserveOptions): Promise<void> {
  let store: Store<ObservedTables> | undefined;
  let said = "";
  while (!signal.aborted) {
    try {
      store ??= await stores.open("observed", { mode: "write", nowMs: now() });
      const chains = (await stores.readRegistry()) ?? [];
      const sample = await takeSample(node, {
        chains: chains.flatMap(({ key, blockchainId }) => (key === "C" ? [] : (blockchainId ?? []))),
        signal,
      });
      if (signal.aborted) break;
      await commit(store.db, (db) => writeSample(db, sample, Math.floor(now() / 1000)));
      said = "";
    } catch (error) {
      const problem = describeError(error);
      // Said once: a database may be away for hours.
      if (problem !== said) log.warn(`what the node says could not be written down: ${problem}`, {});
      said = problem;
      await store?.close().catch(() => undefined);
      store = undefined;
    }
    await sleep(MINUTE_MS - (now() % MINUTE_MS), signal);
  }
  await store?.close().catch(() => undefined);
}
