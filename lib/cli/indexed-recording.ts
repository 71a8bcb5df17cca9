import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type ServeApiOptions, serveApi } from "../api/serve";
import { fromHex } from "../avalanche/bytes";
import { formatId, hrpOfNetwork } from "../avalanche/ids";
import { readUpgrades, rulesOfNetwork } from "../avalanche/ledger/rules";
import { openNode } from "../client/node";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { runStream } from "../indexer/run";
import { SILENT } from "../log";
import { readCheckpoint } from "../store/checkpoint";
import { LEASE_MS, takeLease } from "../store/lease";
import { writeNetwork } from "../store/network";
import { openStore } from "../store/open";
import { listStreams } from "../store/queries/stream";

/** A recording served by a devnet, followed by an indexer and answered by the API, all in this process: for tests. */
export interface IndexedRecording {
  recording: Recording;
  /** Of the API. */
  url: string;
  storePath: string;
  /** Accepts containers until `blocks` more of the P-Chain are there and indexed; whether there were so many. */
  accept(blocks: number): Promise<boolean>;
  close(): Promise<void>;
}

/** `acceptance` "all" returns once everything is indexed; "manual" starts with nothing. */
export async function indexRecording(
  name: string,
  options: Partial<ServeApiOptions> & { acceptance?: "all" | "manual" } = {},
): Promise<IndexedRecording> {
  const { acceptance = "all", ...apiOptions } = options;
  const folder = mkdtempSync(join(tmpdir(), "firn-indexed-"));
  const storePath = join(folder, "primary.db");
  const recording = await openRecording(name);
  const devnet = await serveDevnet({ recording, port: 0, acceptance });
  const indexer = await startIndexer(recording, devnet, storePath);
  const api = await serveApi({
    storePath,
    host: "127.0.0.1",
    port: 0,
    version: "0.0.0",
    log: SILENT,
    nowMs: Date.now,
    limits: { anonymous: 1e9, keyed: 1e9 },
    ...apiOptions,
  });
  await indexer.reach(devnet.accepted().P);
  return {
    recording,
    url: api.url,
    storePath,
    async accept(blocks) {
      const goal = devnet.accepted().P + blocks;
      while (devnet.accepted().P < goal) if (devnet.acceptNext() === undefined) return false;
      await indexer.reach(goal);
      return true;
    },
    async close() {
      await api.close();
      await indexer.close();
      await devnet.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const PATIENCE_MS = 5_000;

async function startIndexer(recording: Recording, devnet: Devnet, storePath: string) {
  const { networkId } = recording.network;
  const store = await openStore(storePath, { mode: "write", nowMs: Date.now() });
  await writeNetwork(store.db, { networkId: String(networkId), hrp: hrpOfNetwork(networkId) });
  const lease = { name: "P/block", holder: "test" };
  await takeLease(store.db, { ...lease, nowMs: Date.now() });
  const node = openNode(devnet.url);
  const stop = new AbortController();
  const running = runStream({
    store,
    node,
    log: SILENT,
    observe: () => {},
    rules: rulesOfNetwork(networkId, upgradesOf(recording)),
    genesisFor: (blockId) => genesisOf(recording, blockId),
    lease,
    now: Date.now,
    sleep: async (ms, signal) => sleep(Math.min(ms, LEASE_MS / 10), undefined, { signal }).catch(() => {}),
    signal: stop.signal,
  });
  const indexed = async (height: number) => {
    for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(10))
      if (((await readCheckpoint(store.db, "P/block"))?.height ?? 0) >= height) return;
    const [stream] = await listStreams(store.db);
    throw new Error(`P block ${height} was not indexed in time: ${JSON.stringify(stream?.status)}`);
  };
  return {
    reach: (height: number) => Promise.race([indexed(height), running]),
    async close() {
      stop.abort();
      await running;
      await store.close();
    },
  };
}

function genesisOf(recording: Recording, blockId: Uint8Array): Uint8Array | undefined {
  const { genesisBlock, genesisBytes } = JSON.parse(recording.genesis.platform);
  return genesisBlock.id === formatId(blockId) ? fromHex(genesisBytes) : undefined;
}

function upgradesOf(recording: Recording) {
  const answer = recording.answers.find(({ method }) => method === "info.upgrades");
  return answer === undefined ? {} : readUpgrades(JSON.parse(answer.reply).result);
}
