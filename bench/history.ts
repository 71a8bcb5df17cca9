import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { BENCH_FOLDER, evmStorePath } from "./evm-chain";
import { type Mark, measure, startNode } from "./programs";

/**
 * `npm run bench:history [-- BLOCKS]`: a long EVM chain read from its newest block down, beside the same chain read from
 * the front. Says when the newest ten thousand blocks are stored, and when everything is stored and counted.
 */
const PER_BLOCK = 2;
/** As `firn index` begins a long chain. */
const NEWEST = 1_024;
const FIRST_SEEN = 10_000;
const [blocksText = "200000"] = parseArgs({ allowPositionals: true }).positionals;
const blocks = Number(blocksText);
const last = blocks - 1;
mkdirSync(BENCH_FOLDER, { recursive: true });
const shape = { blocks, transfersPerBlock: PER_BLOCK, accounts: 50_000, tokens: 100, seed: 1 };
const { url, node } = await startNode(join(BENCH_FOLDER, `long-${blocks}.json`), shape, false);
const file = evmStorePath(blocks * PER_BLOCK);
mkdirSync(dirname(file), { recursive: true });

const front = await run([]);
console.log(`from the front: ${inSeconds(front.at(-1))}, ${mib(statSync(file).size)} stored`);
const down = await run(["--newest", String(NEWEST)]);
const newest = down.find(({ height, firstHeight }) => height === last && firstHeight <= last - FIRST_SEEN);
const arrived = down.find(({ firstHeight }) => firstHeight === 0);
console.log(
  `from the newest down: newest ${FIRST_SEEN} blocks after ${inSeconds(newest)}, all after ${inSeconds(arrived)}, counted after ${inSeconds(down.at(-1))}, ${mib(statSync(file).size)} stored`,
);
console.log(
  `the whole takes ${((down.at(-1)?.seconds ?? 0) / (front.at(-1)?.seconds ?? 1)).toFixed(2)} of the time from the front`,
);
node.disconnect();

function run(args: string[]): Promise<Mark[]> {
  return measure("ingest-run", [url, file, String(last), ...args]);
}

function inSeconds(mark: Mark | undefined): string {
  return `${mark?.seconds.toFixed(1)} s (${mark?.cpuSeconds.toFixed(1)} s of CPU)`;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
