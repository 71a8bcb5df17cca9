import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { readGenesisConfig } from "../lib/avalanche/genesis/genesis-config";
import { openNode } from "../lib/client/node";
import { parseLossless } from "../lib/contract/rpc";
import { openRecording } from "../lib/devnet/recording";
import { serveDevnet } from "../lib/devnet/serve";
import { headOf, loadState } from "../lib/indexer/follow/state";
import { STREAMS } from "../lib/indexer/follow/stream";
import { writeContainers } from "../lib/indexer/follow/write";
import { knownNetwork } from "../lib/indexer/known-network";
import { examine } from "../lib/indexer/rebuild/rebuild";
import { IdDictionaries } from "../lib/indexer/rows/id-dictionaries";
import { runIndexer } from "../lib/indexer/start";
import { SILENT } from "../lib/log";
import { readCheckpoint } from "../lib/store/bookkeeping/checkpoint";
import { signLease } from "../lib/store/bookkeeping/lease";
import { readNetwork } from "../lib/store/bookkeeping/network";
import type { Stores } from "../lib/store/stores";
import { makePBlocks, type Receivers } from "./p-chain";

/** Containers per commit. */
const BATCH = 1024;
const root = fileURLToPath(new URL("../..", import.meta.url));
const pause = async (ms: number, signal?: AbortSignal) =>
  void (await sleep(ms, undefined, signal && { signal }).catch(() => undefined));

/** Indexes a whole recording into a new store. */
export async function indexRecording(stores: Stores): Promise<void> {
  const recording = await openRecording("custom-network", join(root, "lib/devnet/recordings"));
  const devnet = await serveDevnet({ recording, port: 0 });
  const stop = new AbortController();
  const running = runIndexer({
    stores,
    node: openNode(devnet.url),
    genesis: readGenesisConfig(parseLossless(recording.genesis.configuration)),
    holder: "bench",
    now: Date.now,
    sleep: pause,
    signal: stop.signal,
    log: SILENT,
    observe: () => {},
  });
  await sleep(500);
  const store = await stores.open("primary", { mode: "read" });
  const isDone = async () => {
    for (const [chain, height] of Object.entries(devnet.accepted()))
      if (((await readCheckpoint(store.db, `${chain}/block`))?.height ?? 0) < height) return false;
    return true;
  };
  while (!(await isDone())) await sleep(50);
  await store.close();
  stop.abort();
  await running;
  await devnet.close();
}

/** Adds generated P-Chain blocks, written by the indexer's own code. */
export async function addPBlocks(
  stores: Stores,
  { count, receivers }: { count: number; receivers?: Receivers },
): Promise<void> {
  const store = await stores.open("primary", { mode: "write", nowMs: Date.now() });
  const { db } = store;
  const lease = { name: "indexer", holder: "bench" };
  await signLease(db, lease);
  const facts = await readNetwork(db);
  const known = knownNetwork(facts, { nowMs: Date.now() });
  const state = await loadState(db, STREAMS["P/block"], known.rules);
  const dictionaries = new IdDictionaries(db);
  const { signal } = new AbortController();
  const options = {
    db,
    ...known,
    dictionaries,
    lease,
    now: Date.now,
    sleep: pause,
    signal,
    observe: () => {},
  };
  const made = await makePBlocks(db, {
    networkId: Number(facts.networkId),
    count,
    ...(receivers && { receivers }),
  });
  for (let at = 0; at < made.length; at += BATCH) {
    let head = headOf(state);
    const blocks = made.slice(at, at + BATCH).map((container) => {
      const examined = examine(STREAMS["P/block"], { head, next: container.index }, container);
      if ("error" in examined) throw examined.error;
      head = examined.head;
      return examined.block;
    });
    await writeContainers(state, blocks, options);
  }
  await db.deleteFrom("lease").execute();
  await store.close();
}
