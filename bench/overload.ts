import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, createServer, get } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { listenOnLoopback } from "../lib/listen";
import { openBusyPayer } from "./busy-payer";

/**
 * `npm run bench:overload [SECONDS]`: the API asked for five times what it can answer, by clients half of whom give up
 * after 200 ms, beside the same requests while nobody else asks.
 */
const [seconds = 60] = parseArgs({ allowPositionals: true }).positionals.map(Number);
const TIMES = 5;
const GIVE_UP_MS = 200;
/** Most requests that wait at once. The clients share the machine with the API, and may be what is too slow. */
const MOST_OPEN = 1_000;

const agent = new Agent({ keepAlive: true });
const { stores, large, small } = await openBusyPayer(100_000);
const probe = createServer();
const origin = await listenOnLoopback(probe);
probe.close();
const api = spawn(
  process.execPath,
  [join(fileURLToPath(new URL("..", import.meta.url)), "firn.mjs"), "api"],
  {
    env: {
      ...process.env,
      FIRN_DATA_DIR: stores.place.folder,
      FIRN_API_PORT: new URL(origin).port,
      FIRN_NODE_URL: "http://127.0.0.1:9",
    },
    stdio: "ignore",
  },
);
await untilUp();

const chain = "/v1/networks/fuji/blockchains/p-chain";
const [first] = (
  await read<{ transactions: { txHash: string }[] }>(`${chain}/transactions?addresses=${small}`)
).transactions;
const REQUESTS = {
  "one transaction": `${chain}/transactions/${first?.txHash}`,
  "page of 25 transactions": `${chain}/transactions?pageSize=25&addresses=${large}`,
  "balances over 50,000 outputs": `${chain}/balances?addresses=${large}`,
};
type Kind = keyof typeof REQUESTS;
const KINDS = Object.keys(REQUESTS) as Kind[];

interface Answered {
  kind: Kind;
  status: number;
  ms: number;
}

const idle = await oneByOne(60);
const rate = await capacity(5);
console.log(`${rate.toFixed(0)} requests a second from 8 connections`);
const before = memory(api);
const { answers, gaveUp, most, unsent } = await overload(rate * TIMES, seconds);
await sleep(2_000);
const after = await oneByOne(60);

for (const kind of KINDS) {
  const served = times(answers, kind, (status) => status === 200);
  const alone = times(idle, kind);
  console.log(
    `${kind}: alone p99 ${at(alone, 0.99)}, under load p50 ${at(served, 0.5)}, p99 ${at(served, 0.99)} of ${served.length}, two seconds later p50 ${at(times(after, kind), 0.5)} (before ${at(alone, 0.5)})`,
  );
}
const refused = answers.filter(({ status }) => status === 503 || status === 429).map(({ ms }) => ms);
console.log(
  `${answers.length} waited for, ${refused.length} refused: p50 ${at(refused, 0.5)}, p99 ${at(refused, 0.99)}; ${gaveUp} gave up`,
);
if (unsent > 0) console.log(`${unsent} not sent: ${MOST_OPEN} were waiting`);
const others = answers.filter(({ status }) => ![200, 429, 503].includes(status));
if (others.length > 0)
  console.log(`other statuses: ${[...new Set(others.map(({ status }) => status))].join()}`);
const [, lag] =
  /^nodejs_eventloop_lag_p99_seconds ([\d.]+)/m.exec(
    await (await fetch(`${origin}/firn/v1/metrics`)).text(),
  ) ?? [];
console.log(`the thread that accepts: p99 of its lag ${at([Number(lag) * 1_000], 0)}`);
console.log(`memory: ${before} MiB before, at most ${most} MiB, ${memory(api)} MiB after`);
api.kill();

async function untilUp(): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (
      await fetch(`${origin}/health`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return;
    await sleep(100);
  }
  throw new Error("the API did not start");
}

async function read<T>(path: string): Promise<T> {
  const response = await fetch(origin + path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  return (await response.json()) as T;
}

/** Not by `fetch`, which takes more of the machine than answering does. */
function ask(kind: Kind, giveUpMs?: number): Promise<Answered> {
  const from = performance.now();
  return new Promise((resolve, reject) => {
    const request = get(origin + REQUESTS[kind], { agent }, (response) => {
      response.resume().on("error", reject);
      response.on("end", () =>
        resolve({ kind, status: response.statusCode ?? 0, ms: performance.now() - from }),
      );
    }).on("error", reject);
    if (giveUpMs === undefined) return;
    const timer = setTimeout(() => request.destroy(new Error("gave up")), giveUpMs);
    request.on("close", () => clearTimeout(timer));
  });
}

async function oneByOne(rounds: number): Promise<Answered[]> {
  const all: Answered[] = [];
  for (let i = 0; i < rounds; i++) for (const kind of KINDS) all.push(await ask(kind));
  return all.slice(KINDS.length * 5);
}

/** Answers a second, each kind as often as the others. */
async function capacity(forSeconds: number): Promise<number> {
  const end = performance.now() + forSeconds * 1_000;
  let count = 0;
  const connection = async (from: number) => {
    for (let i = from; performance.now() < end; i++) {
      await ask(KINDS[i % KINDS.length] as Kind);
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, (_, i) => connection(i)));
  return count / forSeconds;
}

/** Requests at a steady rate, whatever is answered. Every second one is given up. */
async function overload(perSecond: number, forSeconds: number) {
  const answers: Answered[] = [];
  const running = new Set<Promise<void>>();
  let gaveUp = 0;
  let most = 0;
  let unsent = 0;
  const from = performance.now();
  for (let sent = 0; performance.now() - from < forSeconds * 1_000; ) {
    for (; sent < ((performance.now() - from) / 1_000) * perSecond; sent++) {
      if (running.size === MOST_OPEN) {
        unsent += 1;
        continue;
      }
      const isImpatient = sent % 2 === 1;
      const kind = KINDS[Math.floor(sent / 2) % KINDS.length] as Kind;
      const asked = ask(kind, isImpatient ? GIVE_UP_MS : undefined)
        .then((answer) => {
          if (!isImpatient) answers.push(answer);
        })
        .catch(() => {
          gaveUp += 1;
        })
        .finally(() => running.delete(asked));
      running.add(asked);
    }
    most = Math.max(most, memory(api));
    await sleep(5);
  }
  await Promise.all(running);
  return { answers, gaveUp, most, unsent };
}

function times(answers: readonly Answered[], of: Kind, isWanted = (_: number) => true): number[] {
  return answers.flatMap(({ kind, status, ms }) => (kind === of && isWanted(status) ? [ms] : []));
}

function at(all: readonly number[], share: number): string {
  const sorted = [...all].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return value === undefined ? "-" : `${value.toFixed(1)} ms`;
}

function memory({ pid }: ChildProcess): number {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kib) / 1_024);
}
