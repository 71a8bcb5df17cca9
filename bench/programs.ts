import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { nodeFlags } from "../lib/cli/supervisor/node-flags.mjs";
import { THREAD_LIMITS } from "../lib/cli/threads/reader-thread";
import type { ChainShape } from "./evm-chain";

/** How far a program has come. */
export interface Mark {
  height: number;
  /** The oldest stored block. */
  firstHeight: number;
  seconds: number;
  cpuSeconds: number;
  rss: number;
  /** What the store takes up, in the last mark. */
  bytes: number;
}

/** Starts the node of a generated chain. */
export async function startNode(
  chainFile: string,
  shape: ChainShape,
  traces: boolean,
): Promise<{ url: string; node: ChildProcess }> {
  const node = fork(script("evm-node"), [chainFile, JSON.stringify(shape), ...(traces ? ["--traces"] : [])]);
  const port = await new Promise<number>((resolve) => {
    node.once("message", (said) => resolve((said as { port: number }).port));
  });
  return { url: `http://127.0.0.1:${port}`, node };
}

/** Runs a program as an indexer runs, and returns all it reports. */
export async function measure(name: string, args: string[]): Promise<Mark[]> {
  const said: Mark[] = [];
  const child = fork(script(name), args, {
    execArgv: [...nodeFlags("index"), `--max-old-space-size=${THREAD_LIMITS.maxOldGenerationSizeMb}`],
  });
  child.on("message", (mark) => said.push(mark as Mark));
  const code = await new Promise((resolve) => child.once("exit", resolve));
  if (code !== 0) process.exit(1);
  return said;
}

function script(name: string): string {
  return fileURLToPath(new URL(`./${name}.mjs`, import.meta.url));
}
