import { sql } from "kysely";
import { toHex } from "../avalanche/codec/bytes";
import { type GenesisConfig, readGenesisConfig } from "../avalanche/genesis/genesis-config";
import { parseId } from "../avalanche/ids";
import { readUpgrades, rulesOfNetwork, type Upgrades } from "../avalanche/ledger/rules";
import { openNode } from "../client/node";
import type { IndexName } from "../contract/node/index";
import { parseLossless } from "../contract/rpc";
import type { ContainerOptions } from "../indexer/follow/containers";
import { ALL_STREAMS, type Stream } from "../indexer/follow/stream";
import { genesisBeforeBlock1 } from "../indexer/genesis/find-genesis";
import type { NetworkIds } from "../indexer/rows/projection";
import { runStreams } from "../indexer/run";
import { type Log, SILENT } from "../log";
import { readCheckpoint } from "../store/bookkeeping/checkpoint";
import { signLease } from "../store/bookkeeping/lease";
import { engineOf } from "../store/engine";
import { HASH_KIND } from "../store/rows/columns";
import { decodeRun } from "../store/rows/container-run";
import type { Store } from "../store/stores";
import type { StreamStatusTable } from "../store/tables/bookkeeping";
import { freshStore } from "./engines";

/** The node's address, and the genesis configuration of its recording as JSON text. */
export interface RigOptions {
  url: string;
  networkId: number;
  network: NetworkIds;
  /** Default: all. */
  streams?: readonly Stream[];
  genesis?: string | undefined;
  upgrades?: Partial<Upgrades>;
  store?: Store;
  observe?: ContainerOptions["observe"];
  /** Replaces the node at `url`. */
  node?: ContainerOptions["node"];
  readInThread?: ContainerOptions["readInThread"];
  now?: () => number;
  log?: Log;
  olderRange?: number;
}

/** A running indexer. */
export interface Rig {
  store: Store;
  /** Settles when the streams end, with their result or error. */
  done: Promise<"ended" | "other-network">;
  stop(): Promise<"ended" | "other-network">;
}

const LEASE = { name: "indexer", holder: "rig" };

/** Pauses are shortened: tests wait for events, not for clocks. */
export const quickSleep: ContainerOptions["sleep"] = (ms, signal) =>
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

/** Starts to follow the node. Stop it before its store is closed. */
export async function startRig(options: RigOptions): Promise<Rig> {
  const store = options.store ?? (await freshStore());
  await signLease(store.db, LEASE);
  const stop = new AbortController();
  const config = options.genesis === undefined ? undefined : genesisOf(options.genesis);
  const { networkId, network } = options;
  const done = runStreams(options.streams ?? ALL_STREAMS, {
    store,
    node: options.node ?? openNode(options.url),
    readInThread: options.readInThread,
    network,
    rules: rulesOfNetwork(networkId, options.upgrades),
    genesisFor: (blockId) => genesisBeforeBlock1(config, { blockId, networkId, nowMs: Date.now() }),
    lease: LEASE,
    now: options.now ?? Date.now,
    sleep: quickSleep,
    signal: stop.signal,
    log: options.log ?? SILENT,
    olderRange: options.olderRange,
    observe: options.observe ?? (() => {}),
  });
  done.catch(() => undefined);
  const end = () => {
    stop.abort();
    return done;
  };
  return { store, done, stop: end };
}

/** The network of a recording, as far as the indexer needs it. */
export function networkOf(recording: {
  network: { networkId: number; xChainId: string; cChainId: string };
  genesis: { configuration: string; platform: string };
  answers: readonly { method: string; reply: string }[];
}): Pick<RigOptions, "networkId" | "network" | "genesis" | "upgrades"> {
  const answer = recording.answers.find(({ method }) => method === "info.upgrades");
  const { result = {} } = JSON.parse(answer?.reply ?? "{}") as { result?: Record<string, unknown> };
  return {
    networkId: recording.network.networkId,
    network: {
      xChainId: parseId(recording.network.xChainId),
      cChainId: parseId(recording.network.cChainId),
      avaxAssetId: parseId(JSON.parse(recording.genesis.platform).avaxAssetID),
    },
    genesis: recording.genesis.configuration,
    upgrades: readUpgrades(result),
  };
}

export function genesisOf(text: string): GenesisConfig {
  return readGenesisConfig(parseLossless(text));
}

/** Waits until this many containers of a stream are stored. Fails after two minutes with the streams' status. */
export async function untilStored(
  { store, done }: Pick<Rig, "store" | "done">,
  containers: number,
  stream: IndexName = "P/block",
): Promise<void> {
  await until({ store, done }, async () => {
    const checkpoint = await readCheckpoint(store.db, stream);
    // Where an index begins late, its last height says how many containers are meant.
    return containers <= Math.max(checkpoint?.next_index ?? 0, checkpoint?.height ?? 0);
  });
}

/** Waits until the blocks of all chains are stored. */
export async function untilAllStored(
  rig: Pick<Rig, "store" | "done">,
  heights: { P: number; X: number; C: number },
): Promise<void> {
  for (const chain of ["P", "X", "C"] as const) await untilStored(rig, heights[chain], `${chain}/block`);
}

/** Waits until a stream's status matches. */
export async function untilStatus(
  rig: Pick<Rig, "store" | "done">,
  test: (status: StreamStatusTable) => boolean,
  stream: IndexName = "P/block",
): Promise<StreamStatusTable> {
  let found: StreamStatusTable | undefined;
  await until(rig, async () => {
    const statuses = rig.store.db.selectFrom("stream_status").selectAll();
    found = await statuses.where("stream", "=", stream).executeTakeFirst();
    return found !== undefined && test(found);
  });
  if (!found) throw new Error("no status");
  return found;
}

async function until(
  { store, done }: Pick<Rig, "store" | "done">,
  test: () => Promise<boolean>,
): Promise<void> {
  const giveUpAt = Date.now() + 120_000;
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
      throw new Error(`not in time: ${JSON.stringify(status)} ${String(over)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Tables that differ between two indexings of the same history: writers, times, and the packing of containers. */
const MOMENTARY = [
  "lease",
  "stream_change",
  "stream_status",
  "verb_duration",
  "schema_version",
  "container_run",
];
/** Dictionary numbers, which depend on the order of first sight, by column: the table that defines them. */
const NUMBERS = { address_id: "address", asset: "asset" } as const;

/**
 * Every row of every table, without momentary ones, and every container. Rows are sorted, bytes are hex, and dictionary
 * numbers are replaced by their meaning, because concurrent streams assign them in any order.
 */
export async function dump({ db }: Store): Promise<Record<string, unknown[]>> {
  const addresses = await db.selectFrom("address").selectAll().execute();
  const assets = await db.selectFrom("asset").selectAll().execute();
  const meanings = {
    address: new Map(addresses.map(({ id, bytes }) => [id, toHex(bytes)])),
    asset: new Map(assets.map(({ id, asset_id }) => [id, toHex(asset_id)])),
  };
  const tables: Record<string, unknown[]> = {};
  for (const { table: name } of await engineOf(db).tablesOf(db)) {
    if (MOMENTARY.includes(name)) continue;
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(db);
    const plain = rows.map(({ stored_at_ms: _, ...row }) => {
      if (name === "address" || name === "asset") delete row.id;
      for (const [column, table] of Object.entries(NUMBERS)) {
        if (column in row) row[column] = meanings[table].get(Number(row[column]));
      }
      return row;
    });
    tables[name] = sorted(plain.map(inHex));
  }
  const runs = await db.selectFrom("container_run").selectAll().execute();
  tables.containers = sorted(
    runs.flatMap((run) => decodeRun(run).map((one) => inHex({ stream: run.stream, ...one }))),
  );
  return tables;
}

/** Columns that only the index has, and rows that follow from them. */
const INDEX_ONLY = [
  "container_id",
  "proposer_parent_id",
  "proposer_time",
  "proposer_p_chain_height",
  "proposer_node_id",
  "accepted_at_ns",
];

/** Every row as `dump`, without what only the node's index has. */
export async function dumpBare(store: Store): Promise<Record<string, unknown[]>> {
  // Live spans are made of times of acceptance.
  const {
    containers: _,
    live_span: __,
    block = [],
    hash = [],
    checkpoint = [],
    ...tables
  } = await dump(store);
  const without = (row: unknown, names: readonly string[]) =>
    Object.fromEntries(Object.entries(row as object).filter(([name]) => !names.includes(name)));
  return {
    ...tables,
    block: block.map((row) => without(row, INDEX_ONLY)),
    checkpoint: checkpoint.map((row) => without(row, ["head_id"])),
    hash: (hash as { kind: number }[]).filter(({ kind }) => kind !== HASH_KIND.container),
  };
}

/** A row with its bytes as hex: `toEqual` compares bytes one by one, which took half the time of some tests. */
function inHex(row: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Uint8Array ? toHex(value) : value]),
  );
}

function sorted<Row>(rows: readonly Row[]): Row[] {
  const spell = (_: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);
  const keyed = rows.map((row) => ({ row, text: JSON.stringify(row, spell) }));
  return keyed.sort((a, b) => (a.text < b.text ? -1 : 1)).map(({ row }) => row);
}
