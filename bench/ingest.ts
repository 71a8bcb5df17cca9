import { mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { BENCH_FOLDER, evmStorePath } from "./evm-chain";
import { type Mark, measure, startNode } from "./programs";

/**
 * `npm run bench:ingest [-- TRANSFERS] [--traces] [--without-logs]`: transfers per second that an EVM chain's indexer takes in, beside a
 * floor of the same run.
 */
const PER_BLOCK = 20;
const {
  positionals: [transfersText = "100000"],
  values: { traces = false, "without-logs": withoutLogs = false },
} = parseArgs({
  allowPositionals: true,
  options: { traces: { type: "boolean" }, "without-logs": { type: "boolean" } },
});
const transfers = Number(transfersText);
const blocks = transfers / PER_BLOCK + 1;
mkdirSync(BENCH_FOLDER, { recursive: true });
const shape = { blocks, transfersPerBlock: PER_BLOCK, accounts: 50_000, tokens: 100, seed: 1 };
const chainFile = join(BENCH_FOLDER, `signed-${transfers}.json`);
const { url, node } = await startNode(chainFile, shape, traces);

// `bench:latency` finds it here.
const file = evmStorePath(transfers);
mkdirSync(dirname(file), { recursive: true });
const logs = withoutLogs ? ["--without-logs"] : [];
const marks = await measure("ingest-run", [url, file, String(blocks - 1), ...logs]);
const end = marks.at(-1) as Mark;
const rate = transfers / end.seconds;
console.log(
  `ingest${traces ? " with traces" : ""}${withoutLogs ? " without logs" : ""}: ${perSecond(rate)}, ${end.cpuSeconds.toFixed(1)} s of CPU in ${end.seconds.toFixed(1)} s, at most ${mib(end.rss)}, ${mib(statSync(file).size)} stored, ${Math.round(statSync(file).size / transfers)} bytes a transfer`,
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

function rateBetween(from: number, to: number): number {
  const at = (wanted: number) =>
    wanted === 0 ? 0 : (marks.find(({ height }) => height * PER_BLOCK >= wanted)?.seconds ?? end.seconds);
  return (to - from) / (at(to) - at(from));
}

function perSecond(value: number): string {
  return `${Math.round(value).toLocaleString("en")} transfers/s`;
}

function mib(bytes: number): string {
  return `${Math.round(bytes / 2 ** 20)} MiB`;
}
