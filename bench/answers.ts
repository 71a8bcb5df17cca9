import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { listenOnLoopback } from "../lib/listen";
import { openStores } from "../lib/store/open-stores";
import type { Stores } from "../lib/store/stores";
import { startApi } from "../lib/testbed/api";
import type { FloorInput } from "./answers-floor";
import { openBusyPayer } from "./busy-payer";
import { BENCH_FOLDER, evmStoreIn, evmStorePath } from "./evm-chain";
import { measure as runProgram, startNode } from "./programs";

/**
 * `npm run bench:answers [SECONDS]`: half of the time that answers take at 8 connections, made anew and given again, beside
 * a bare `node:http` server that runs the same statements on the same store and writes the same objects with
 * `JSON.stringify`. Each server has a process of its own. They warm up for each question, then take turns.
 */
const [seconds = 5] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const CONNECTIONS = 8;
const MOST = 1.6;
/** For which each server answers a question before it is measured. */
const WARM_UP_MS = 8_000;
/** Of the EVM chain that `bench:ingest` makes. */
const EVM_TRANSFERS = 100_000;
const root = fileURLToPath(new URL("..", import.meta.url));

console.log(" floor ms   anew ms    share  again ms    share");
const { stores, large, small } = await openBusyPayer(100_000);
const chain = "/v1/networks/fuji/blockchains/p-chain";
await measure({ stores, id: "primary" }, async (ask) => {
  const { transactions } = await ask<{ transactions: { txHash: string }[] }>(
    `${chain}/transactions?addresses=${small}`,
  );
  return {
    "P: page of 100 transactions": `${chain}/transactions?pageSize=100&addresses=${large}`,
    "P: page of 25 transactions": `${chain}/transactions?pageSize=25&addresses=${large}`,
    "P: one transaction": `${chain}/transactions/${transactions[0]?.txHash}`,
    "P: balances over 50,000 outputs": `${chain}/balances?addresses=${large}`,
    "P: page of 100 of those outputs": `${chain}/utxos?pageSize=100&addresses=${large}`,
  };
});
const evmFile = evmStorePath(EVM_TRANSFERS);
if (existsSync(evmFile))
  await measure({ stores: openStores({ folder: join(dirname(evmFile), "..") }), id: "evm/99999" }, evmPaths);
else console.log(`not measured, an EVM chain: make it with npm run bench:ingest -- ${EVM_TRANSFERS}`);

await measure({ stores: await openHeldTokens(), id: "evm/99999" }, holderPaths);

/** A chain of five tokens, each held by thousands of accounts. It is made once. */
async function openHeldTokens(): Promise<Stores> {
  const folder = join(BENCH_FOLDER, "held");
  const file = evmStoreIn(folder);
  if (!existsSync(file)) {
    mkdirSync(dirname(file), { recursive: true });
    const shape = { blocks: 1_001, transfersPerBlock: 20, accounts: 5_000, tokens: 5, seed: 2, addsUp: true };
    const { url, node } = await startNode(join(folder, "chain.json"), shape, false);
    await runProgram("ingest-run", [url, file, String(shape.blocks - 1)]);
    node.disconnect();
  }
  return openStores({ folder });
}

/** Questions about who holds the token of the newest transaction. */
async function holderPaths(ask: Ask): Promise<Record<string, string>> {
  const { transactions } = await ask<{ transactions: { to: { address: string } }[] }>(
    "/v1/chains/99999/transactions?pageSize=1",
  );
  const token = transactions[0]?.to.address;
  const overTime = `/v2/chains/99999/contracts/${token}/balances?threshold=0&pageSize=100`;
  const { nextPageToken } = await ask<{ nextPageToken?: string }>(overTime);
  return {
    "EVM: page of 100 holders": `/firn/v1/chains/99999/tokens/${token}/holders?pageSize=100`,
    "EVM: page 2 of holders over time": `${overTime}&pageToken=${nextPageToken}`,
  };
}

/** Questions about the newest transaction, its sender and its token. */
async function evmPaths(ask: Ask): Promise<Record<string, string>> {
  const evm = "/v1/chains/99999";
  const { transactions } = await ask<{
    transactions: { txHash: string; from: { address: string }; to: { address: string } }[];
  }>(`${evm}/transactions?pageSize=1`);
  const [newest] = transactions;
  if (newest === undefined) throw new Error("a chain without transactions");
  const token = newest.to.address;
  return {
    "EVM: one transaction": `${evm}/transactions/${newest.txHash}`,
    "EVM: page of 100 transactions": `${evm}/transactions?pageSize=100`,
    "EVM: page of 100 transfers of a token": `${evm}/tokens/${token}/transfers?pageSize=100`,
    "EVM: token balances of an account": `${evm}/addresses/${newest.from.address}/balances:listErc20`,
    "EVM: average TPS by day": "/v1/avg_tps/99999",
  };
}

interface Measured {
  stores: Stores;
  /** The store that answers. */
  id: "primary" | "evm/99999";
}

async function measure(
  measured: Measured,
  pathsOf: (ask: Ask) => Promise<Record<string, string>>,
): Promise<void> {
  const asked = await captureAll(measured.stores, pathsOf);
  const api = await startFirn(measured.stores);
  for (const [what, each] of Object.entries(asked)) await measureOne({ ...measured, api, what, each });
  api.child.kill();
}

async function measureOne({
  stores,
  id,
  api,
  what,
  each: { path, statements, body },
}: Measured & { api: { url: string }; what: string; each: Asked }): Promise<void> {
  const input: FloorInput = { file: stores.whereIs(id), statements, body };
  const floor = await startFloor(input);
  const times = { floor: [] as number[], anew: [] as number[], again: [] as number[] };
  const share = (seconds * 1_000) / 3;
  // What is not known to a route is ignored, but makes another address.
  const another = (turn: number) => (count: number) =>
    `${api.url}${path}${path.includes("?") ? "&" : "?"}n=${turn}.${count}`;
  // Only what runs often is compiled well, and Firn runs more code for an answer than the floor does.
  await p50(() => floor.url, WARM_UP_MS);
  await p50(another(-1), WARM_UP_MS);
  for (let turn = 0; turn < 3; turn++) {
    times.floor.push(await p50(() => floor.url, share));
    times.anew.push(await p50(another(turn), share));
    times.again.push(await p50(() => api.url + path, share));
  }
  floor.child.kill();
  const middleOf = (all: number[]) => all.sort((a, b) => a - b)[1] ?? Number.NaN;
  const bare = middleOf(times.floor);
  const anew = middleOf(times.anew);
  const again = middleOf(times.again);
  const cells = [
    bare.toFixed(1),
    anew.toFixed(1),
    (anew / bare).toFixed(2),
    again.toFixed(1),
    (again / bare).toFixed(2),
  ];
  console.log(`${cells.map((cell) => cell.padStart(9)).join(" ")}  ${what} (shares at most ${MOST})`);
  if (anew / bare > MOST) process.exitCode = 1;
}

type Ask = <T>(path: string) => Promise<T>;

/** The median time of an answer, ms. */
async function p50(urlOf: (count: number) => string, forMs: number): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let count = 0;
  const until = performance.now() + forMs;
  const ask = (url: string) =>
    new Promise<void>((resolve, reject) => {
      const from = performance.now();
      get(url, { agent }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}`));
        response.resume().on("end", () => {
          times.push(performance.now() - from);
          resolve();
        });
      }).on("error", reject);
    });
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (performance.now() < until) await ask(urlOf(count++));
    }),
  );
  agent.destroy();
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? Number.NaN;
}

interface Asked {
  path: string;
  statements: FloorInput["statements"];
  body: unknown;
}

/** The statements that an answer runs, and the answer. */
async function captureAll(
  stores: Stores,
  pathsOf: (ask: Ask) => Promise<Record<string, string>>,
): Promise<Record<string, Asked>> {
  const statements: FloorInput["statements"] = [];
  const prototype = Object.getPrototypeOf(new Database(":memory:").prepare("select 1"));
  const all = prototype.all;
  prototype.all = function (this: Database.Statement, ...given: unknown[]) {
    const [values = []] = given as [unknown[]?];
    statements.push({ text: this.source, values: values.map(toInput) });
    return all.apply(this, given);
  };
  const api = await startApi({ stores });
  const captured: Record<string, Asked> = {};
  const ask: Ask = async (path) => (await fetch(api.url + path)).json() as never;
  for (const [what, path] of Object.entries(await pathsOf(ask))) {
    await fetch(`${api.url}${path}${path.includes("?") ? "&" : "?"}warm=1`);
    statements.length = 0;
    const response = await fetch(api.url + path);
    const body = await response.json();
    if (!response.ok) {
      console.log(`not measured, ${what}: ${(body as { message: string }).message}`);
      continue;
    }
    captured[what] = { path, statements: [...statements], body };
  }
  await api.close();
  prototype.all = all;
  return captured;
}

/** A value that can be sent to a process. */
function toInput(value: unknown): FloorInput["statements"][number]["values"][number] {
  if (value instanceof Uint8Array) return { hex: Buffer.from(value).toString("hex") };
  if (typeof value === "bigint") return { integer: String(value) };
  return value as string | number | null;
}

/** Firn's API in processes of its own. */
async function startFirn(stores: Stores): Promise<{ url: string; child: ChildProcess }> {
  const probe = createServer();
  const url = await listenOnLoopback(probe);
  probe.close();
  const child = spawn(process.execPath, [join(root, "firn.mjs"), "api"], {
    env: {
      ...process.env,
      FIRN_DATA_DIR: stores.place.folder,
      FIRN_API_PORT: new URL(url).port,
      FIRN_NODE_URL: "http://127.0.0.1:9",
    },
    stdio: "ignore",
  });
  const isUp = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  while (!(await isUp())) await sleep(100);
  return { url, child };
}

async function startFloor(input: FloorInput): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(root, "bench/answers-floor.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(input));
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  return { url: said.toString().trim(), child };
}
