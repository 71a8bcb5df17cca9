import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { Agent, createServer, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import Database from "better-sqlite3";
import { listenOnLoopback } from "../lib/listen";
import { startApi } from "../lib/testbed/api";
import type { FloorInput } from "./answers-floor";
import { openBusyPayer } from "./busy-payer";

/**
 * `npm run bench:answers [SECONDS]`: half of the time that answers take at 8 connections, made anew and given again, beside
 * a bare `node:http` server that runs the same statements on the same store and writes the same objects with
 * `JSON.stringify`. Each server has a process of its own, and they take turns.
 */
const [seconds = 5] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const CONNECTIONS = 8;
const MOST = 1.6;
const root = fileURLToPath(new URL("..", import.meta.url));

const { stores, large, small } = await openBusyPayer(100_000);
const chain = "/v1/networks/fuji/blockchains/p-chain";
const asked = await captureAll({
  "page of 100 transactions": `${chain}/transactions?pageSize=100&addresses=${large}`,
  "page of 25 transactions": `${chain}/transactions?pageSize=25&addresses=${large}`,
  "one transaction": `${chain}/transactions/${await findTx()}`,
  "balances over 50,000 outputs": `${chain}/balances?addresses=${large}`,
  "page of 100 of those outputs": `${chain}/utxos?pageSize=100&addresses=${large}`,
});

const api = await startFirn();
console.log(" floor ms   anew ms    share  again ms    share");
for (const [what, { path, statements, body }] of Object.entries(asked)) {
  const input: FloorInput = { file: stores.whereIs("primary"), statements, body };
  const floor = await startFloor(input);
  const times = { floor: [] as number[], anew: [] as number[], again: [] as number[] };
  for (let turn = 0; turn < 3; turn++) {
    times.floor.push(await p50(() => floor.url));
    // What is not known to a route is ignored, but makes another address.
    times.anew.push(
      await p50((count) => `${api.url}${path}${path.includes("?") ? "&" : "?"}n=${turn}.${count}`),
    );
    times.again.push(await p50(() => api.url + path));
  }
  floor.child.kill();
  const [bare, anew, again] = [times.floor, times.anew, times.again].map(
    (all) => all.sort((a, b) => a - b)[1] ?? 0,
  );
  if (bare === undefined || anew === undefined || again === undefined) continue;
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
api.child.kill();

/** The median time of an answer, ms. */
async function p50(urlOf: (count: number) => string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  const times: number[] = [];
  let count = 0;
  const until = performance.now() + (seconds * 1_000) / 3;
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
async function captureAll(paths: Record<string, string>): Promise<Record<string, Asked>> {
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
  for (const [what, path] of Object.entries(paths)) {
    await fetch(`${api.url}${path}${path.includes("?") ? "&" : "?"}warm=1`);
    statements.length = 0;
    const response = await fetch(api.url + path);
    const body = await response.json();
    if (!response.ok) throw new Error(JSON.stringify(body));
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

async function findTx(): Promise<string> {
  const api = await startApi({ stores });
  const response = await fetch(`${api.url}${chain}/transactions?addresses=${small}`);
  const { transactions } = (await response.json()) as { transactions: { txHash: string }[] };
  await api.close();
  const [first] = transactions;
  if (first === undefined) throw new Error("an address without transactions");
  return first.txHash;
}

/** Firn's API in processes of its own. */
async function startFirn(): Promise<{ url: string; child: ChildProcess }> {
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
