import { readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { setTimeout as sleepFor } from "node:timers/promises";
import { openNode } from "../client/node";
import { readConfig } from "../config";
import { describeError, NodeError, StoreError } from "../errors";
import type { Finding } from "../indexer/audit";
import { auditNode } from "../indexer/audit-node";
import { auditStore } from "../indexer/audit-store";
import { auditEvmStore } from "../indexer/evm/audit/store";
import type { Progress } from "../indexer/rebuild-rows";
import { parseOptions } from "./args";
import { openBar } from "./bar";
import { dataPaths } from "./paths";

/**
 * `firn verify`: checks the stores against their own bytes and rows, and against the node at FIRN_NODE_URL (or the
 * recorded one). Exit code 1 when anything differs. The indexer may run meanwhile.
 */
export async function run(args: string[], env: NodeJS.ProcessEnv): Promise<void> {
  parseOptions(args, {});
  const config = readConfig(env);
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stop.abort());
  const bar = openBar();
  const { primary, evm } = dataPaths(config);
  const nodeUrl = config.nodeUrl ?? `http://127.0.0.1:${config.devnetPort}`;
  const right = await verify({
    storePath: primary,
    evmFolder: evm,
    scratchPath: join(config.dataDir, `verify-${process.pid}.db`),
    nodeUrl,
    chainUrls: [nodeUrl, ...config.evmChains.filter((chain) => chain.includes("://"))],
    sleep: async (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => {}), // ended early
    signal: stop.signal,
    onProgress: ({ stream, ...progress }) => bar.show(stream, progress),
    write: (text) => {
      bar.clear();
      process.stdout.write(`${text}\n`);
    },
  }).finally(bar.clear);
  if (!right) process.exitCode = 1;
}

export interface VerifyOptions {
  storePath: string;
  /** Folder of the EVM chains' stores. */
  evmFolder: string;
  scratchPath: string;
  nodeUrl: string;
  /** Of nodes and EVM chains, with their credentials. */
  chainUrls: readonly string[];
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
  /** A line of the result. */
  write: (line: string) => void;
}

/** Runs every check and writes what they found; whether nothing differs. */
export async function verify(verifying: VerifyOptions): Promise<boolean> {
  const { nodeUrl, chainUrls, evmFolder, write, ...options } = verifying;
  const common = { ...options, now: Date.now };
  let differing = 0;
  let checks = 0;
  const report = (findings: readonly Finding[]) => {
    for (const finding of findings) {
      differing += finding.differing;
      checks++;
      for (const line of linesOf(finding)) write(line);
    }
  };
  report(await auditStore(common));
  if (!options.signal.aborted) {
    await auditNode({ ...common, node: openNode(nodeUrl) }).then(report, (error: unknown) => {
      if (!(error instanceof NodeError)) throw error;
      write(`node          not asked: ${describeError(error)}`);
    });
  }
  for (const storePath of evmStores(evmFolder)) {
    if (!options.signal.aborted) {
      await auditEvmStore({ ...options, storePath, nodeUrl, urls: chainUrls }).then(
        report,
        (error: unknown) => {
          if (!(error instanceof StoreError)) throw error;
          report([unreadable(storePath, error)]);
        },
      );
    }
  }
  if (options.signal.aborted) write("interrupted: not everything was checked");
  write(`${checks} checks, ${differing} differences`);
  return differing === 0 && !options.signal.aborted;
}

function evmStores(folder: string): string[] {
  const names = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  return names.filter((name) => /^\d+\.db$/.test(name)).map((name) => join(folder, name));
}

/** One store that can't be read keeps no other from being checked. */
function unreadable(storePath: string, error: StoreError): Finding {
  const differences = [`${storePath}: ${describeError(error)}`];
  return { check: `EVM ${basename(storePath, ".db")}`, compared: "nothing", differing: 1, differences };
}

/** `balances on P  equal  14 addresses`, and the first differences below it. */
function linesOf({ check, compared, differing, differences, notAsked }: Finding): string[] {
  const verdict = differing === 0 ? "equal" : `${differing} differ`;
  const more = differing - differences.length;
  return [
    [check.padEnd(13), verdict, compared, ...(notAsked === undefined ? [] : [`not asked: ${notAsked}`])].join(
      "  ",
    ),
    ...differences.map((difference) => `  ${difference}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
