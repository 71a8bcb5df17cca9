import { mkdirSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../lib/cli/supervisor/postgres.mjs";
import { BENCH_FOLDER, evmStorePath } from "./evm-chain";
import { type Mark, measure, startNode } from "./programs";

/**
 * `npm run bench:ingest [-- TRANSFERS] [--traces] [--without-logs] [--engine postgres]`: transfers per second that an EVM
 * chain's indexer takes in, beside a floor of the same run. With PostgreSQL it is measured after SQLite, on a server of its own.
 */
const PER_BLOCK = 20;
const {
  positionals: [transfersText = "100000"],
  values: { traces = false, "without-logs": withoutLogs = false, engine = "sqlite" },
} = parseArgs({
  allowPositionals: true,
  options: {
    traces: { type: "boolean" },
    "without-logs": { type: "boolean" },
    engine: { type: "string" },
  },
});
if (engine !== "sqlite" && engine !== "postgres") throw new Error("--engine is sqlite or postgres");
const transfers = Number(transfersText);
const blocks = transfers / PER_BLOCK + 1;
const last = String(blocks - 1);
mkdirSync(BENCH_FOLDER, { recursive: true });
const shape = { blocks, transfersPerBlock: PER_BLOCK, accounts: 50_000, tokens: 100, seed: 1 };
const chainFile = join(BENCH_FOLDER, `signed-${transfers}.json`);
const { url, node } = await startNode(chainFile, shape, traces);

// `bench:latency` finds it here.
const file = evmStorePath(transfers);
mkdirSync(dirname(file), { recursive: true });
const logs = withoutLogs ? ["--without-logs"] : [];
const inFiles = report("SQLite", await measure("ingest-run", [url, file, last, ...logs]));
reportFloor("floor", inFiles, await measure("ingest-floor", [url, file, `${file}.floor`, last]));
reportFloor(
  "floor with every sender's key recovered",
  inFiles,
  await measure("ingest-floor", [url, file, `${file}.floor`, last, "--keys"]),
);
if (engine === "postgres") await measurePostgres();
node.disconnect();

/** A server with memory as for a machine of a few GiB; everything else is its default, so commits are synced to disk. */
async function measurePostgres(): Promise<void> {
  const server = await startPostgres(process.env, { shared_buffers: "1GB", max_wal_size: "4GB" });
  if (server === undefined) throw new Error("no PostgreSQL server on this machine");
  try {
    const database = `${server.url.slice(0, server.url.lastIndexOf("/"))}/firn`;
    const name = `PostgreSQL ${server.version}`;
    const end = report(name, await measure("ingest-run", [url, file, last, "--database", database, ...logs]));
    const schema = `firn_evm_${basename(file, ".db")}`;
    reportFloor("floor", end, await measure("ingest-floor-postgres", [url, database, schema, last]));
    console.log(`${name} takes in ${(inFiles.seconds / end.seconds).toFixed(2)} of SQLite's rate`);
  } finally {
    await server.stop();
  }
}

/** @returns the last mark */
function report(name: string, marks: Mark[]): Mark {
  const end = marks.at(-1) as Mark;
  const work = `${end.cpuSeconds.toFixed(1)} s of CPU in ${end.seconds.toFixed(1)} s, at most ${mib(end.rss)}`;
  const bytes = `${mib(end.bytes)} stored, ${Math.round(end.bytes / transfers)} bytes a transfer`;
  console.log(
    `ingest${traces ? " with traces" : ""}${withoutLogs ? " without logs" : ""} into ${name}: ${perSecond(transfers / end.seconds)}, ${work}, ${bytes}`,
  );
  const STEP = 250_000;
  if (transfers >= 2 * STEP) {
    const first = rateBetween(marks, 0, STEP);
    const lastRate = rateBetween(marks, transfers - STEP, transfers);
    console.log(
      `first ${STEP}: ${perSecond(first)}, last ${STEP}: ${perSecond(lastRate)} (${(lastRate / first).toFixed(2)} of the first)`,
    );
  }
  return end;
}

function reportFloor(name: string, end: Mark, marks: Mark[]): void {
  const floor = marks.at(-1) as Mark;
  console.log(
    `${name}: ${perSecond(transfers / floor.seconds)}; ingest is ${(floor.seconds / end.seconds).toFixed(2)} of it`,
  );
}

function rateBetween(marks: Mark[], from: number, to: number): number {
  const end = marks.at(-1) as Mark;
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
