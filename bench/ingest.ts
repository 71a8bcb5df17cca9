import { fork } from "node:child_process";
import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { nodeFlags } from "../lib/cli/supervisor/node-flags.mjs";
import { THREAD_LIMITS } from "../lib/cli/threads/reader-thread";
import { BENCH_FOLDER, evmStorePath } from "./evm-chain";

/**
 * `npm run bench:ingest [-- TRANSFERS] [--traces]`: transfers per second that an EVM chain's indexer takes in, beside a
 * floor of the same run.
 */
const PER_BLOCK = 20;
const {
  positionals: [transfersText = "100000"],
  values: { traces = false },
} = parseArgs({ allowPositionals: true, options: { traces: { type: "boolean" } } });
const transfers = Number(transfersText);
const blocks = transfers / PER_BLOCK + 1;
mkdirSync(BENCH_FOLDER, { recursive: true });
const shape = { blocks, transfersPerBlock: PER_BLOCK, accounts: 50_000, tokens: 100, seed: 1 };
const chainFile = join(BENCH_FOLDER, `signed-${transfers}.json`);
const node = fork(script("evm-node"), [chainFile, JSON.stringify(shape), ...(traces ? ["--traces"] : [])]);
const port = await new Promise<number>((resolve) => {
  node.once("message", (said) => resolve((said as { port: number }).port));
});
const url = `http://127.0.0.1:${port}`;

interface Mark {
  height: number;
  seconds: number;
  cpuSeconds: number;
  rss: number;
}

// `bench:latency` finds it here.
const file = evmStorePath(transfers);
mkdirSync(dirname(file), { recursive: true });
const marks = await measure("ingest-run", [url, file, String(blocks - 1)]);
const end = marks.at(-1) as Mark;
const rate = transfers / end.seconds;
console.log(
  `ingest${traces ? " with traces" : ""}: ${perSecond(rate)}, ${end.cpuSeconds.toFixed(1)} s of CPU in ${end.seconds.toFixed(1)} s, at most ${mib(end.rss)}, ${mib(statSync(file).size)} stored`,
);
const STEP = 250_000;
if (transfers >= 2 * STEP) {
  const first = rateBetween(0, STEP);
  const lastRate = rateBetween(transfers - STEP, transfers);
  console.log(
    `first ${STEP}: ${perSecond(first)}, last ${STEP}: ${perSecond(lastRate)} (${(lastRate / first).toFixed(2)} of the first)`,
  );
}
const floor = (await measure("ingest-floor", [url, file, `${file}.floor`, String(blocks - 1)])).at(
  -1,
) as Mark;
console.log(
  `floor: ${perSecond(transfers / floor.seconds)}; ingest is ${(floor.seconds / end.seconds).toFixed(2)} of it`,
);
node.disconnect();

/** Runs a program and returns all it reports. */
async function measure(name: string, args: string[]): Promise<Mark[]> {
  const said: Mark[] = [];
  const child = fork(script(name), args, {
    execArgv: [...nodeFlags("index"), `--max-old-space-size=${THREAD_LIMITS.maxOldGenerationSizeMb}`],
  });
  child.on("message", (mark) => said.push(mark as Mark));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) process.exit(1);
  return said;
}

function rateBetween(from: number, to: number): number {
  const at = (wanted: number) =>
    wanted === 0 ? 0 : (marks.find(({ height }) => height * PER_BLOCK >= wanted)?.seconds ?? end.seconds);
  return (to - from) / (at(to) - at(from));
}

function script(name: string): string {
  return fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")} transfers/s`;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
