import { fork } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { equalBytes, fromHex, toHex } from "../lib/avalanche/codec/bytes";
import { formatId, parseId, stripChecksum, withChecksum } from "../lib/avalanche/ids";
import { allTxs, decodePBlock } from "../lib/avalanche/p/block";
import { decodeContainer } from "../lib/avalanche/proposer/proposervm";
import { FAR_BEHIND, openContainerThread } from "../lib/cli/threads/reader-thread";
import { openNode } from "../lib/client/node";
import { STREAMS } from "../lib/indexer/follow/stream";
import { knownNetwork } from "../lib/indexer/known-network";
import { runStreams } from "../lib/indexer/run";
import { SILENT } from "../lib/log";
import { readCheckpoint } from "../lib/store/bookkeeping/checkpoint";
import { signLease } from "../lib/store/bookkeeping/lease";
import { readNetwork } from "../lib/store/bookkeeping/network";
import { openStores } from "../lib/store/open-stores";
import { readContainer } from "../lib/store/queries/container-run";
import type { StoredContainer } from "../lib/store/rows/container-run";
import { makePBlocks } from "./p-chain";
import type { ServedBlock } from "./p-node";
import { indexRecording } from "./recorded-store";

/**
 * `npm run bench:primary [BLOCKS]`: P-Chain blocks a second that the indexer takes in from a node of its own process, by
 * height and from the node's index, beside requesting the same answers and decoding their transactions. The blocks are
 * generated on top of a recording.
 */
const [blocks = 50_000] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const WANTED = { rate: 3_000, ofFloor: 0.5 };
/** Requests under way at once, and containers in one, as the indexer has them. */
const AT_ONCE = 32;
const RANGE = 1_024;

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "data/bench-primary");
const pause = async (ms: number, signal?: AbortSignal) =>
  void (await sleep(ms, undefined, signal && { signal }).catch(() => undefined));

rmSync(folder, { recursive: true, force: true });
mkdirSync(join(folder, "base"), { recursive: true });
const base = openStores({ folder: join(folder, "base") });
await indexRecording(base);
const { first, last } = await writeChain(join(folder, "blocks.ndjson"));

const missed: string[] = [];
for (const how of ["height", "index"] as const) {
  const node = await startNode(how);
  const floor = await floorOf(how, node.url);
  const own = await indexFrom(how, node.url);
  node.close();
  const rate = Math.round(blocks / own.seconds);
  const share = floor.seconds / own.seconds;
  console.log(
    `by ${how}: ${rate} P-Chain blocks/s (${own.seconds.toFixed(1)} s, ${own.cpu.toFixed(1)} s of processor); ` +
      `requesting and decoding alone ${Math.round(blocks / floor.seconds)}/s (${floor.cpu.toFixed(1)} s of processor); ${share.toFixed(2)} of it`,
  );
  if (rate < WANTED.rate) missed.push(`${WANTED.rate} blocks/s by ${how}`);
  if (how === "height" && share < WANTED.ofFloor) missed.push(`${WANTED.ofFloor} of the floor`);
}
rmSync(folder, { recursive: true, force: true });
console.log(missed.length === 0 ? "floor held" : `missed: ${missed.join(", ")}`);
process.exitCode = missed.length === 0 ? 0 : 1;

/** Writes the stored blocks and generated ones on top of them. Returns the first and last height to be indexed. */
async function writeChain(file: string): Promise<{ first: number; last: number }> {
  const store = await base.open("primary", { mode: "read" });
  const { db } = store;
  const { networkId } = await readNetwork(db);
  const height = (await readCheckpoint(db, "P/block"))?.height ?? 0;
  const all: StoredContainer[] = [];
  for (let index = 0; index < height; index++) {
    const container = await readContainer(db, "P/block", index);
    if (container) all.push(container);
  }
  all.push(...(await makePBlocks(db, { networkId: Number(networkId), count: blocks })));
  writeFileSync(file, all.map(servedText).join("\n"));
  await store.close();
  return { first: height + 1, last: all.length };
}

function servedText({ containerId, bytes, acceptedAtNs = 0n }: StoredContainer): string {
  const served: ServedBlock = {
    containerId: formatId(containerId),
    container: toHex(withChecksum(bytes)),
    block: toHex(withChecksum(decodeContainer(bytes, "p").inner)),
    timestamp: new Date(Number(acceptedAtNs / 1_000_000n)).toISOString(),
  };
  return JSON.stringify(served);
}

async function startNode(how: string): Promise<{ url: string; close(): void }> {
  const child = fork(join(root, "dist/bench/p-node.mjs"), [join(folder, "blocks.ndjson"), how]);
  const { port } = await new Promise<{ port: number }>((resolve) => child.once("message", resolve as never));
  return { url: `http://127.0.0.1:${port}`, close: () => child.disconnect() };
}

/** A container in an answer of the index, as far as it is parsed. */
type WireContainer = Record<"id" | "bytes" | "timestamp", string>;

/**
 * What it takes to request all answers that the indexer requests, and to parse them to transactions with their ids. An
 * id that the node gives is parsed too, and compared with the bytes: nobody can store what was not compared.
 */
async function floorOf(how: "height" | "index", url: string): Promise<Spent> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const ask = (path: string, method: string, params: object) =>
    new Promise<{ block?: string; containers?: WireContainer[] }>((resolve, reject) => {
      const sent = request(url + path, { method: "POST", agent }, (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => resolve(JSON.parse(Buffer.concat(chunks).toString()).result));
      });
      sent.on("error", reject);
      sent.end(JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }));
    });
  const spent = clock();
  let txs = 0;
  const parse = (container: string) => {
    const { containerId, inner } = decodeContainer(stripChecksum(fromHex(container)), "p");
    txs += allTxs(decodePBlock(inner)).length;
    return containerId;
  };
  if (how === "height") {
    let next = first;
    const work = async () => {
      while (next <= last) {
        const { block = "" } = await ask("/ext/bc/P", "platform.getBlockByHeight", { height: next++ });
        parse(block);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  } else {
    for (let at = first - 1; at < last; at += RANGE) {
      const params = { startIndex: at, numToFetch: RANGE };
      const { containers = [] } = await ask("/ext/index/P/block", "index.getContainerRange", params);
      for (const { id, bytes, timestamp } of containers) {
        const isRight = equalBytes(parse(bytes), parseId(id)) && Date.parse(timestamp) > 0;
        if (!isRight) throw new Error("the node answered something else");
      }
    }
  }
  if (txs < blocks) throw new Error("the node did not answer");
  agent.destroy();
  return spent();
}

/** What it takes to index the generated blocks into a copy of the store. */
async function indexFrom(how: string, url: string): Promise<Spent> {
  cpSync(join(folder, "base"), join(folder, how), { recursive: true });
  const store = await openStores({ folder: join(folder, how) }).open("primary", {
    mode: "write",
    nowMs: Date.now(),
  });
  const { db } = store;
  const lease = { name: "indexer", holder: "bench" };
  await signLease(db, lease);
  const stop = new AbortController();
  const spent = clock();
  const running = runStreams([STREAMS["P/block"]], {
    store,
    node: openNode(url),
    readInThread: { open: openContainerThread(url), lag: FAR_BEHIND },
    ...knownNetwork(await readNetwork(db), { nowMs: Date.now() }),
    lease,
    now: Date.now,
    sleep: pause,
    signal: stop.signal,
    log: SILENT,
    observe: () => {},
  });
  running.catch(() => undefined);
  while (((await readCheckpoint(db, "P/block"))?.height ?? 0) < last)
    await Promise.race([sleep(20), running]);
  const result = spent();
  stop.abort();
  await running;
  await store.close();
  return result;
}

/** Seconds by the clock, and of this process on a processor. */
interface Spent {
  seconds: number;
  cpu: number;
}

function clock(): () => Spent {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - startedAt) / 1000, cpu: (user + system) / 1e6 };
  };
}
