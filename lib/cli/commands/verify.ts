import { randomInt } from "node:crypto";
import type { RetryPolicy } from "../../client/http";
import { openNode } from "../../client/node";
import { nodeUrlsOf, readConfig } from "../../config";
import { describeError, InputError, NodeError, StoreError } from "../../errors";
import { pause } from "../../every";
import { type CheckResult, notChecked } from "../../indexer/audit/check-result";
import { FACTS, notCheckable, PRIMARY_COLUMNS, sampledColumns } from "../../indexer/audit/columns";
import { auditNode } from "../../indexer/audit/node";
import { auditStore } from "../../indexer/audit/store";
import { EVM_COLUMNS } from "../../indexer/evm/audit/columns";
import { SAMPLE_SIZE, type Sample } from "../../indexer/evm/audit/sample";
import { auditEvmStore } from "../../indexer/evm/audit/store";
import type { Progress } from "../../indexer/rebuild/rebuild-rows";
import type { EvmStoreId, Stores } from "../../store/stores";
import { parseOptions } from "../args";
import { openBar } from "../bar";
import { storesOf } from "../paths";
import { readUsedNode } from "../used-node";
import { auditFiles } from "./verify-files";

export const usage = `firn verify [--all | --sample N] [--seed N]
firn verify --columns

Checks the stores against their own bytes and rows, and against the node at FIRN_NODE_URL (or the recorded node). The indexer
may be running. For every other file in FIRN_DATA_DIR it says what it checked, or why it skipped the file.

  --sample N   compare N blocks and N tokens of each EVM chain with its node, drawn at random (default: ${SAMPLE_SIZE})
  --all        compare every block, token and holder
  --seed N     draw the same sample as an earlier run
  --columns    list the columns that nothing can confirm, with the reason, and those that only a node can confirm; then exit
  --help       show this text

Exit code: 0 if everything is equal, 1 if something differs, 3 if something could not be checked.
`;

/** `firn verify`: see `usage`. */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  const options = parseOptions(args, { all: "flag", sample: "value", seed: "value", columns: "flag" });
  if (options.columns !== undefined) return void process.stdout.write(columnsText());
  const sample = readSample(options);
  const config = readConfig(env);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  const bar = openBar();
  const stores = storesOf(config);
  const nodeUrl = await readUsedNode(nodeUrlsOf(config), stores);
  const summary = await verify({
    stores,
    dataDir: config.dataDir,
    nodeUrl,
    chainUrls: [...nodeUrlsOf(config), ...config.evmChains.filter((chain) => chain.includes("://"))],
    sample,
    sleep: pause,
    signal: stop.signal,
    onProgress: ({ stream, ...progress }) => bar.show(stream, progress),
    write: (text) => {
      bar.clear();
      process.stdout.write(`${text}\n`);
    },
  }).finally(bar.clear);
  // A run that was interrupted says nothing of what it left out.
  if (!stop.signal.aborted) await stores.writeVerification({ atMs: Date.now(), ...summary });
  process.exitCode = exitCodeOf(summary);
}

function columnsText(): string {
  const lines = [...notCheckable(PRIMARY_COLUMNS), ...notCheckable({ network: FACTS })];
  const ofChains = notCheckable(EVM_COLUMNS);
  const listed = (texts: readonly string[]) => texts.map((text) => `  ${text}\n`).join("");
  const sampled = listed(sampledColumns(EVM_COLUMNS));
  return `Not checkable in primary.db:\n${listed(lines)}Not checkable in evm/*.db:\n${listed(ofChains)}\
Checked in evm/*.db only against the chain's node, on a sample unless --all:\n${sampled}`;
}

function readSample({ all, sample, seed }: Record<string, string>): Sample {
  if (all !== undefined && sample !== undefined) {
    throw new InputError("BAD_PARAMETER", "--all and --sample contradict each other", {
      hint: "give one of them",
    });
  }
  return {
    size: all === undefined ? (readWhole("sample", sample, MOST_SAMPLED) ?? SAMPLE_SIZE) : "all",
    seed: readWhole("seed", seed, SEEDS - 1) ?? randomInt(SEEDS),
  };
}

const MOST_SAMPLED = 1_000_000;
const SEEDS = 2 ** 32;

function readWhole(name: string, text: string | undefined, most: number): number | undefined {
  if (text === undefined) return undefined;
  const number = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (number <= most) return number;
  throw new InputError("BAD_PARAMETER", `--${name} is "${text}"`, {
    hint: `write a whole number up to ${most}`,
  });
}

/** Totals over all checks; `notChecked` counts those that were incomplete. */
export interface VerifySummary {
  checks: number;
  differences: number;
  notChecked: number;
  /** The first differences, each with its check. */
  first: string[];
}

/** 0 if everything is equal, 1 if something differs, 3 if something could not be checked. */
export function exitCodeOf({
  differences,
  notChecked,
}: Pick<VerifySummary, "differences" | "notChecked">): 0 | 1 | 3 {
  if (differences > 0) return 1;
  return notChecked > 0 ? 3 : 0;
}

export interface VerifyOptions {
  stores: Stores;
  /** Folder with all of Firn's data. */
  dataDir: string;
  nodeUrl: string;
  /** URLs of nodes and EVM chains, with credentials. */
  chainUrls: readonly string[];
  /** What the nodes of EVM chains are asked for. */
  sample: Sample;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** Writes a line of the result. */
  write: (line: string) => void;
}

/** Differences that the summary names. */
const MOST_KEPT = 5;

/** A connection that breaks among hundreds of requests must not leave a check incomplete. */
const RETRIES = { attempts: 3, firstDelayMs: 200, maxDelayMs: 1_000 };

/** Runs every check and writes the results. */
export async function verify(given: VerifyOptions): Promise<VerifySummary> {
  const { nodeUrl, chainUrls, dataDir, sample, write, ...options } = given;
  const retry: RetryPolicy = { ...RETRIES, sleep: (ms) => options.sleep(ms, options.signal) };
  const common = { ...options, now: Date.now };
  const summary: VerifySummary = { checks: 0, differences: 0, notChecked: 0, first: [] };
  const report = (results: readonly CheckResult[]) => {
    for (const result of results) {
      summary.checks++;
      summary.differences += result.differing;
      summary.notChecked += Number(result.notChecked !== undefined);
      for (const difference of result.differences)
        if (summary.first.length < MOST_KEPT) summary.first.push(`${result.check}: ${difference}`);
      for (const line of linesOf(result)) write(line);
    }
  };
  report(await auditStore(common));
  if (!options.signal.aborted) {
    await auditNode({ ...common, node: openNode(nodeUrl, { retry }) }).then(report, (error: unknown) => {
      if (options.signal.aborted) return;
      if (!(error instanceof NodeError)) throw error;
      report([notChecked("node", describeError(error))]);
    });
  }
  if (!options.signal.aborted) report(await auditFiles(dataDir, options.stores));
  const chains = (await options.stores.list()).flatMap((id) => (id === "primary" ? [] : [id]));
  for (const id of chains) {
    if (options.signal.aborted) break;
    const auditing = auditEvmStore({
      ...options,
      retry,
      id,
      nodeUrl,
      urls: chainUrls,
      sample,
    });
    await auditing.then(report, (error: unknown) => {
      if (options.signal.aborted) return;
      if (!(error instanceof StoreError)) throw error;
      report([unreadable(id, options.stores, error)]);
    });
  }
  if (options.signal.aborted) report([notChecked("the rest", "interrupted")]);
  if (chains.length > 0 && sample.size !== "all")
    write(`sample drawn with --seed ${sample.seed}; --all checks everything`);
  const { checks, differences } = summary;
  write(`${checks} checks, ${differences} differences, ${summary.notChecked} not checked`);
  return summary;
}

/** An unreadable store does not keep the others from being checked. */
function unreadable(id: EvmStoreId, stores: Stores, error: StoreError): CheckResult {
  const differences = [`${stores.whereIs(id)}: ${describeError(error)}`];
  return { check: `EVM ${id.slice("evm/".length)}`, compared: "nothing", differing: 1, differences };
}

/** `balances on P  equal  14 addresses`, followed by the first differences. */
function linesOf(result: CheckResult): string[] {
  const { check, compared, differing, differences, notChecked, leftOut } = result;
  const more = differing - differences.length;
  const remarks = [
    ...(notChecked === undefined ? [] : [`not checked: ${notChecked}`]),
    ...(leftOut === undefined ? [] : [isSkipped(result) ? leftOut : `left out: ${leftOut}`]),
  ];
  return [
    [check.padEnd(13), outcomeOf(result), compared, ...remarks].join("  "),
    ...differences.map((difference) => `  ${difference}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}

function outcomeOf(result: CheckResult): string {
  if (result.differing > 0) return `${result.differing} differ`;
  if (isSkipped(result)) return "skipped";
  return result.nothing ? "not checked" : "equal";
}

/** Content skipped on purpose is not a failed check. */
function isSkipped({ nothing, notChecked, leftOut }: CheckResult): boolean {
  return nothing === true && notChecked === undefined && leftOut !== undefined;
}
