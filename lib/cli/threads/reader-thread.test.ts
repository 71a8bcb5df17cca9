import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as sleepFor } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openEvm } from "../../client/evm";
import { openRecording, type Recording } from "../../devnet/recording";
import { type Devnet, serveDevnet } from "../../devnet/serve";
import { type EvmChainConfig, runEvmIndexer } from "../../indexer/evm/start";
import { listenOnLoopback } from "../../listen";
import { SILENT } from "../../log";
import { rootFolder } from "../../root-folder";
import { isWhole, readHistory } from "../../store/bookkeeping/history";
import type { EvmStore, Stores } from "../../store/stores";
import { dumpEvm } from "../../testbed/evm/dump";
import { testStores } from "../../testbed/test-stores";
import { buildServer } from "../supervisor/build.mjs";
import { openOlderThread, openReaderThread } from "./reader-thread";

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
});

afterAll(async () => {
  await devnet.close();
  rmSync(folder, { recursive: true, force: true });
});

it("gives the store that reading in one thread gives", async () => {
  const threaded = await indexed("apart", { chain, isApart: true });
  const together = await indexed("together", { chain, isApart: false });
  expect(threaded).toEqual(together);
  expect(threaded.transaction?.length).toBeGreaterThan(100);
});

it("gives the same store when it begins with the newest blocks and reads the older ones", async () => {
  const begin = { farther: 0, blocks: 5 };
  const threaded = await indexed("older-apart", { chain, isApart: true, begin }, isCounted);
  expect(threaded).toEqual(await indexed("together", { chain, isApart: false }));
});

/** Whether older blocks are there, and counted. */
const isCounted: Until = async (_, { db }) => {
  const history = await readHistory(db);
  return history !== undefined && isWhole(history);
};

it("writes what came before while the node makes wait, and goes on when it answers", async () => {
  const height = heightInTheMiddle();
  let isRefused = true;
  const node = await serveBetween((heights, reply) =>
    isRefused && heights.includes(height) ? undefined : reply,
  );
  const options = { chain: { ...chain, rpcUrl: node }, isApart: true };
  const before = await indexed("waiting", options, async (rows) => rows.block?.length !== 0);
  expect(before.block?.length).toBeLessThan(height);
  isRefused = false;
  const after = await indexed("waiting", options);
  expect(after).toEqual(await indexed("together", { chain, isApart: false }));
});

it("stops at the block before one that does not fit, and says why", async () => {
  const height = heightInTheMiddle();
  const node = await serveBetween((heights, reply) => {
    const answers = reply as { result: { cumulativeGasUsed: string }[] }[];
    const lied = answers[heights.indexOf(height)]?.result[0];
    if (lied) lied.cumulativeGasUsed = "0x1";
    return answers;
  });
  const stopped = await indexed(
    "lied-to",
    { chain: { ...chain, rpcUrl: node }, isApart: true },
    async (_, store) => {
      const status = await store.db.selectFrom("stream_status").select("error_message").executeTakeFirst();
      return status?.error_message?.includes(`the receipts of block ${height} have root`) ?? false;
    },
  );
  expect(stopped.block?.length).toBe(height - 1); // the index begins behind the genesis block
});

/** A block with transactions, with some like it before and behind it. */
function heightInTheMiddle(): number {
  const full = recording.evm.filter(({ receipts }) => receipts.length > 0);
  return Number(full[full.length >> 1]?.block.number);
}

/**
 * A node between the recorded one and who asks it. `change` is given the heights whose receipts were asked for in one go,
 * and the answers; without answers of its own the node refuses.
 */
async function serveBetween(
  change: (heights: readonly number[], reply: unknown) => unknown,
): Promise<string> {
  const answerOf = async (body: string): Promise<unknown> => {
    type Call = { method: string; params: string[] };
    const given = JSON.parse(body) as Call | Call[];
    const asked = [given].flat();
    const headers = { "content-type": "application/json" };
    const answer = await fetch(chain.rpcUrl, { method: "POST", headers, body });
    const reply: unknown = await answer.json();
    if (asked[0]?.method !== "eth_getBlockReceipts") return reply;
    const heights = asked.map(({ params }) => Number(params[0]));
    const changed = change(heights, [reply].flat());
    return Array.isArray(given) || !Array.isArray(changed) ? changed : changed[0];
  };
  const server = createServer(async (request, response) => {
    // The recorded node may be gone before whoever asks last.
    const answer = await answerOf(await text(request)).catch(() => undefined);
    response.statusCode = answer === undefined ? 500 : 200;
    response.end(JSON.stringify(answer ?? null));
  });
  const origin = await listenOnLoopback(server);
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return origin;
}

interface Indexing {
  chain: EvmChainConfig;
  isApart: boolean;
  begin?: { farther: number; blocks: number };
}

type Until = (rows: Record<string, string[]>, store: EvmStore) => Promise<boolean>;

/**
 * Rows of a store made by indexing the recording until all blocks are there, or `until` says so, but for when they were
 * stored and which numbers they were given.
 */
async function indexed(
  name: string,
  { chain, isApart, begin }: Indexing,
  until: Until = async ({ block }) => block?.length === recording.containers["C/block"].length,
): Promise<Record<string, string[]>> {
  const stop = new AbortController();
  const stores = testStores(join(folder, name));
  const inThread = isApart && { open: openReaderThread(chain, { signal: stop.signal, script }), lag: 0 };
  const running = runEvmIndexer({
    chain,
    stores,
    holder: name,
    ...(inThread && { readInThread: inThread, openOlder: openOlderThread(chain, { script }) }),
    ...(begin && { begin }),
    now: Date.now,
    sleep: (ms) => sleepFor(Math.min(ms, 5)),
    signal: stop.signal,
    log: SILENT,
  });
  running.catch(() => stop.abort());
  try {
    while (!stop.signal.aborted) {
      const rows = await readRows(stores, until).catch(() => undefined); // not made yet
      if (rows) return rows;
      await sleepFor(20);
    }
    throw new Error("indexing ended");
  } finally {
    stop.abort();
    await running;
  }
}

/** Undefined until it is as it shall be. */
async function readRows(stores: Stores, until: Until): Promise<Record<string, string[]> | undefined> {
  const store = await stores.open(`evm/${evmChainId}`, { mode: "read" });
  try {
    const rows = await dumpEvm(store.db);
    return (await until(rows, store)) ? rows : undefined;
  } finally {
    await store.close();
  }
}
