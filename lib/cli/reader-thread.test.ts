import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleepFor } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toHex } from "../avalanche/bytes";
import { openEvm } from "../client/evm";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { type EvmChainConfig, type EvmIndexerOptions, runEvmIndexer } from "../indexer/evm/start";
import { SILENT } from "../log";
import { openEvmStore } from "../store/open-evm";
import { buildServer } from "./build.mjs";
import { rootFolder } from "./paths";
import { openReaderThread } from "./reader-thread";

const folder = mkdtempSync(join(tmpdir(), "firn-reader-"));
const script = pathToFileURL(join(rootFolder(), "dist/evm-reader.mjs"));
let recording: Recording;
let devnet: Devnet;
let chain: EvmChainConfig;
let evmChainId: number;

beforeAll(async () => {
  await buildServer();
  recording = await openRecording("custom-network");
  devnet = await serveDevnet({ recording, port: 0 });
  evmChainId = await openEvm(`${devnet.url}/ext/bc/C/rpc`).getEvmChainId();
  chain = { rpcUrl: `${devnet.url}/ext/bc/C/rpc`, indexUrl: devnet.url, facts: {} };
}, 60_000);

afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true, force: true });
});

it("gives the store that reading in one thread gives", async () => {
  const apart = await indexed("apart", (signal) => ({
    open: openReaderThread(chain, { signal, script }),
    behind: 0,
  }));
  const together = await indexed("together", () => undefined);
  expect(apart).toEqual(together);
  expect(apart.transaction?.length).toBeGreaterThan(100);
}, 60_000);

/** Rows of a store made by indexing the recording, but for when they were stored and which numbers they were given. */
async function indexed(
  name: string,
  readApart: (signal: AbortSignal) => EvmIndexerOptions["readApart"],
): Promise<Record<string, string[]>> {
  const stop = new AbortController();
  const apart = readApart(stop.signal);
  const running = runEvmIndexer({
    chain,
    folder: join(folder, name),
    setAsideFolder: join(folder, "aside"),
    holder: name,
    ...(apart && { readApart: apart }),
    now: Date.now,
    sleep: (ms) => sleepFor(Math.min(ms, 5)),
    signal: stop.signal,
    log: SILENT,
  });
  running.catch(() => stop.abort());
  const path = join(folder, name, `${evmChainId}.db`);
  try {
    while (!stop.signal.aborted) {
      const rows = await readRows(path).catch(() => undefined); // not made yet
      if (rows?.block?.length === recording.containers["C/block"].length) return rows;
      await sleepFor(20);
    }
    throw new Error("indexing ended");
  } finally {
    stop.abort();
    await running;
  }
}

const TABLES = [
  ...["block", "block_body", "transaction", "hash", "address_activity", "internal_transaction", "contract"],
  ...["token_transfer", "token_balance", "nft"],
];

async function readRows(path: string): Promise<Record<string, string[]>> {
  const store = await openEvmStore(path, { mode: "read" });
  try {
    const rows: Record<string, string[]> = {};
    const addresses = new Map<unknown, string>();
    for (const table of TABLES) {
      const found = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(store.db);
      if (table === "block") {
        for (const { id, bytes } of await store.db.selectFrom("address").selectAll().execute())
          addresses.set(id, toHex(bytes));
      }
      rows[table] = found.rows.map((row) => plain(row, addresses)).sort();
    }
    return rows;
  } finally {
    await store.close();
  }
}

function plain(row: Record<string, unknown>, addresses: ReadonlyMap<unknown, string>): string {
  const columns = Object.entries(row).flatMap(([name, value]) => {
    if (name === "id" || name === "stored_at_ms") return [];
    if (name.endsWith("_id")) return [[name, addresses.get(value)]];
    return [[name, value instanceof Uint8Array ? toHex(value) : String(value)]];
  });
  return JSON.stringify(columns);
}
