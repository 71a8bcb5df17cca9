import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { StoreError } from "../../errors";
import { readCheckpoint } from "../../store/bookkeeping/checkpoint";
import { type EvmHistory, isWhole, readHistory } from "../../store/bookkeeping/history";
import type { EvmStore } from "../../store/stores";
import { VmChain } from "../../testbed/evm/chain";
import { dumpEvm } from "../../testbed/evm/dump";
import { History } from "../../testbed/evm/history";
import { serveVmNode } from "../../testbed/evm/node";
import { step } from "../../testbed/evm/step";
import { testStores } from "../../testbed/test-stores";
import { EVM_STREAM } from "./blocks";

const LONG_MS = 300_000;
const steps = fc.array(step, { minLength: 60, maxLength: 60 });

it(
  "a process that reads from the newest block down and is killed by SIGKILL again and again ends with every row",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "firn-killed-"));
    const history = await History.open(await VmChain.open({ chainId: 99_999 }));
    await history.play(fc.sample(steps, { numRuns: 1, seed: 19 })[0] ?? []);
    const node = await serveVmNode(history.chain);
    const head = history.chain.head.height;
    const script = await bundled();
    const start = (name: string, begin?: object) =>
      spawn(process.execPath, [script], {
        env: {
          ...process.env,
          CHILD: JSON.stringify({ place: join(folder, name), rpcUrl: node.url, begin }),
        },
        stdio: ["ignore", "pipe", "inherit"],
      });
    const isDone = (name: string) =>
      read(join(folder, name), async ({ db }) => {
        const history = await readHistory(db);
        const checkpoint = await readCheckpoint(db, EVM_STREAM);
        return history !== undefined && isWhole(history) && checkpoint?.height === head;
      });
    try {
      const seen = new Set<string>();
      let kills = 0;
      for (let isOver: boolean | undefined = false; !isOver; isOver = await isDone("killed")) {
        const child = start("killed", { farther: 0, blocks: 6 });
        await once(child.stdout, "data");
        const exit = once(child, "exit");
        // Each time a little later, so that a slow machine gets there too.
        await sleep(60 * 1.2 ** kills);
        child.kill("SIGKILL");
        await exit;
        kills += 1;
        seen.add(phaseOf(await read(join(folder, "killed"), ({ db }) => readHistory(db))));
      }
      expect(kills).toBeGreaterThan(4);
      expect([...seen]).toContain("arriving");
      const child = start("front");
      await vi.waitFor(async () => expect(await isDone("front")).toBe(true), {
        timeout: 60_000,
        interval: 100,
      });
      const exit = once(child, "exit");
      child.kill("SIGKILL");
      await exit;
      const rows = (name: string) => read(join(folder, name), ({ db }) => dumpEvm(db));
      expect(await rows("killed")).toEqual(await rows("front"));
    } finally {
      await node.close();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  LONG_MS,
);

function phaseOf(history: EvmHistory | undefined): string {
  if (history === undefined) return "empty";
  if (isWhole(history)) return "whole";
  return history.older === "wanted" ? "arriving" : "counting";
}

/** Undefined while there is no store. */
async function read<T>(place: string, work: (store: EvmStore) => Promise<T>): Promise<T | undefined> {
  const store = await testStores(place)
    .open("evm/99999", { mode: "read" })
    .catch((error: unknown) => {
      if (error instanceof StoreError) return undefined;
      throw error;
    });
  if (store === undefined) return undefined;
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** Bundled like the program: nothing loads TypeScript at run time. */
async function bundled(): Promise<string> {
  const cache = fileURLToPath(new URL("../../../node_modules/.cache/firn", import.meta.url));
  const outfile = join(cache, "kill-history-child.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("../../testbed/kill-history-child.ts", import.meta.url))],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    logLevel: "error",
  });
  return outfile;
}
