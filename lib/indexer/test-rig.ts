import { sql } from "kysely";
import { type GenesisConfig, readGenesisConfig } from "../avalanche/genesis-config";
import { readUpgrades, rulesOfNetwork, type Upgrades } from "../avalanche/ledger/rules";
import { openNode } from "../client/node";
import { parseLossless } from "../contract/rpc";
import { SILENT } from "../log";
import { readCheckpoint } from "../store/checkpoint";
import { decodeRun } from "../store/container-run";
import { takeLease } from "../store/lease";
import type { Store } from "../store/open";
import type { StreamStatusTable } from "../store/tables/stream-status";
import { freshStore } from "../store/test-stores";
import { genesisWithBlock } from "./find-genesis";
import { runStream, STREAM, type StreamOptions } from "./run";

/** What a test brings: where the node answers, and the genesis configuration's JSON text of its recording. */
export interface RigOptions {
  url: string;
  networkId: number;
  genesis?: string | undefined;
  upgrades?: Partial<Upgrades>;
  store?: Store;
  observe?: StreamOptions["observe"];
}

/** A running stream. */
export interface Rig {
  store: Store;
  /** Settles with the stream: its verdict, or what it threw. */
  done: Promise<"ended" | "other-network">;
  stop(): Promise<"ended" | "other-network">;
}

const LEASE = { name: "indexer", holder: "rig" };

/** Waiting is cut short: tests wait for what happens, not for clocks. */
export const quickSleep: StreamOptions["sleep"] = (ms, signal) =>
  new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(end, Math.min(ms, 10));
    signal.addEventListener("abort", end, { once: true });
    function end() {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    }
  });

/** Starts following the node. Stop it before its store is closed. */
export async function startRig(options: RigOptions): Promise<Rig> {
  const store = options.store ?? (await freshStore());
  await takeLease(store.db, { ...LEASE, nowMs: Date.now() });
  const stop = new AbortController();
  const config = options.genesis === undefined ? undefined : genesisOf(options.genesis);
  const { networkId } = options;
  const done = runStream({
    store,
    node: openNode(options.url),
    rules: rulesOfNetwork(networkId, options.upgrades),
    genesisFor: (blockId) => genesisWithBlock(config, blockId, { networkId, nowMs: Date.now() }),
    lease: LEASE,
    now: Date.now,
    sleep: quickSleep,
    signal: stop.signal,
    log: SILENT,
    observe: options.observe ?? (() => {}),
  });
  done.catch(() => undefined);
  const end = () => {
    stop.abort();
    return done;
  };
  return { store, done, stop: end };
}

/** What the rig needs to know of a recording's network. */
export function networkOf(recording: {
  network: { networkId: number };
  genesis: { configuration: string };
  answers: readonly { method: string; reply: string }[];
}): Pick<RigOptions, "networkId" | "genesis" | "upgrades"> {
  const answer = recording.answers.find(({ method }) => method === "info.upgrades");
  const { result = {} } = JSON.parse(answer?.reply ?? "{}") as { result?: Record<string, unknown> };
  return {
    networkId: recording.network.networkId,
    genesis: recording.genesis.configuration,
    upgrades: readUpgrades(result),
  };
}

export function genesisOf(text: string): GenesisConfig {
  return readGenesisConfig(parseLossless(text));
}

/** Waits until `height` is stored; fails after 4 s with what the stream says of itself. */
export async function untilStored(
  { store, done }: Pick<Rig, "store" | "done">,
  height: number,
): Promise<void> {
  await until({ store, done }, async () => ((await readCheckpoint(store.db, STREAM))?.height ?? 0) >= height);
}

/** Waits until the stream's status is as asked for. */
export async function untilStatus(
  rig: Pick<Rig, "store" | "done">,
  test: (status: StreamStatusTable) => boolean,
): Promise<StreamStatusTable> {
  let found: StreamStatusTable | undefined;
  await until(rig, async () => {
    found = await rig.store.db.selectFrom("stream_status").selectAll().executeTakeFirst();
    return found !== undefined && test(found);
  });
  if (!found) throw new Error("no status");
  return found;
}

async function until(
  { store, done }: Pick<Rig, "store" | "done">,
  test: () => Promise<boolean>,
): Promise<void> {
  const giveUpAt = Date.now() + 4_000;
  let over: unknown;
  done.then(
    (verdict) => {
      over = verdict;
    },
    (error: unknown) => {
      over = error;
    },
  );
  while (!(await test())) {
    if (over instanceof Error) throw over;
    if (Date.now() > giveUpAt) {
      const status = await store.db.selectFrom("stream_status").selectAll().execute();
      throw new Error(`waited in vain: ${JSON.stringify(status)} ${String(over)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** What differs between two indexings of the same history: who wrote when, and how containers are packed. */
const MOMENTARY = ["lease", "stream_status", "schema_version", "container_run"];

/** Every row of every table, without what is momentary, and every container. */
export async function dump({ db }: Store): Promise<Record<string, unknown[]>> {
  const tables: Record<string, unknown[]> = {};
  for (const { name } of await db.introspection.getTables()) {
    if (MOMENTARY.includes(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    tables[name] = rows.map(({ stored_at_ms: _, ...row }) => row);
  }
  const runs = await db.selectFrom("container_run").selectAll().orderBy("first_index").execute();
  tables.containers = runs.flatMap(decodeRun);
  return tables;
}
