import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { openStore, type Store } from "../store/open";
import { freshPath, freshStore } from "../store/test-stores";
import { dump, networkOf, type RigOptions, startRig, untilStored } from "./test-rig";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

/** Blocks stored before the batch that is killed, and after it: it holds subnets, stakers and an import. */
const BEFORE = 12;
const AFTER = 16;
/** A hundred runs, or processes: seconds on a free machine, more on a busy one. */
const LONG_MS = 120_000;

async function serve(): Promise<Devnet> {
  const devnet = await serveDevnet({ recording, port: 0, acceptance: "manual" });
  onTestFinished(() => devnet.close());
  return devnet;
}

function acceptTo(devnet: Devnet, height: number): void {
  while (devnet.accepted().P < height && devnet.acceptNext());
}

async function index(options: Omit<RigOptions, "networkId">, height: number): Promise<Store> {
  const rig = await startRig({ ...networkOf(recording), ...options });
  await untilStored(rig, height);
  await rig.stop();
  return rig.store;
}

/** A store that throws at the `step`th statement, as a process that dies there would leave it. */
function dieAt(store: Store, step: number): { dying: Store; died: () => boolean } {
  let left = step;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      if (left-- <= 0) throw new Error("killed");
      return result;
    },
  };
  return { dying: { ...store, db: store.db.withPlugin(plugin) }, died: () => left < 0 };
}

/** Runs until the store dies, or the blocks are stored. */
async function runDying(store: Store, url: string, step: number): Promise<boolean> {
  const { dying, died } = dieAt(store, step);
  const rig = await startRig({ ...networkOf(recording), url, store: dying }).catch(() => undefined);
  if (rig) {
    await untilStored({ store, done: rig.done }, AFTER).catch(() => undefined);
    await rig.stop().catch(() => undefined);
  }
  return died();
}

describe("a batch killed at any step", () => {
  test(
    "is stored whole or not at all, and the next run ends alike",
    async () => {
      const devnet = await serve();
      acceptTo(devnet, BEFORE);
      const path = freshPath();
      const first = await openStore(path, { mode: "write", nowMs: 0 });
      const before = await dump(await index({ url: devnet.url, store: first }, BEFORE));
      await first.close();
      acceptTo(devnet, AFTER);
      const after = await dump(await index({ url: devnet.url, store: await freshStore() }, AFTER));
      let torn = 0;
      for (let step = 0; ; step++) {
        const copy = `${path}-${step}`;
        copyFileSync(path, copy);
        const store = await openStore(copy, { mode: "write", nowMs: 0 });
        const died = await runDying(store, devnet.url, step);
        const left = await dump(store);
        if (left.block?.length === BEFORE) torn++;
        expect(left).toEqual(left.block?.length === BEFORE ? before : after);
        if (step % 16 === 0)
          expect(await dump(await index({ url: devnet.url, store }, AFTER))).toEqual(after);
        await store.close();
        if (!died) break;
      }
      expect(torn).toBeGreaterThan(50);
    },
    LONG_MS,
  );

  test.each(["read", "verify", "decode", "project", "commit"] as const)(
    "is all or nothing when it ends at %s",
    async (verb) => {
      const devnet = await serve();
      acceptTo(devnet, AFTER);
      const store = await freshStore();
      const observe = (done: string) => {
        if (done === verb) throw new Error("killed");
      };
      const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, observe });
      await expect(rig.done).rejects.toThrow("killed");
      await index({ url: devnet.url, store }, AFTER);
      const whole = await index({ url: devnet.url, store: await freshStore() }, AFTER);
      expect(await dump(store)).toEqual(await dump(whole));
    },
  );
});

describe("however blocks arrive", () => {
  test("one by one or all at once, the rows are the same", async () => {
    const devnet = await serve();
    const store = await freshStore();
    const rig = await startRig({ ...networkOf(recording), url: devnet.url, store });
    const heights = recording.containers["P/block"].length;
    for (let height = 1; height <= heights; height++) {
      acceptTo(devnet, height);
      await untilStored(rig, height);
    }
    await rig.stop();
    const whole = await index({ url: devnet.url, store: await freshStore() }, heights);
    expect(await dump(store)).toEqual(await dump(whole));
  });
});

describe("a process killed by SIGKILL again and again", () => {
  let script: string;
  beforeAll(async () => {
    // Bundled, as the program is: nothing here loads TypeScript at run time.
    script = join(
      fileURLToPath(new URL("../../node_modules/.cache/firn", import.meta.url)),
      "kill-child.mjs",
    );
    await build({
      entryPoints: [fileURLToPath(new URL("./kill-child.ts", import.meta.url))],
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "error",
    });
  });

  test(
    "ends with the rows of one that was never killed",
    async () => {
      const devnet = await serve();
      acceptTo(devnet, AFTER);
      const path = freshPath();
      const { genesis, networkId, upgrades } = networkOf(recording);
      const times = Object.fromEntries(
        Object.entries(upgrades ?? {}).map(([name, time]) => [name, String(time)]),
      );
      const start = () =>
        spawn(process.execPath, [script], {
          env: {
            ...process.env,
            CHILD: JSON.stringify({ path, url: devnet.url, networkId, genesis, upgrades: times }),
          },
          stdio: ["ignore", "pipe", "inherit"],
        });
      const heights = 60;
      let kills = 0;
      while (devnet.accepted().P < heights) {
        const child = start();
        await once(child.stdout, "data");
        const exit = once(child, "exit");
        // Blocks keep coming while it works, so the signal falls into every part of the work.
        const until = Date.now() + 5 + kills * 11;
        while (Date.now() < until) {
          acceptTo(devnet, devnet.accepted().P + 2);
          await new Promise((resolve) => setTimeout(resolve, 4));
        }
        child.kill("SIGKILL");
        await exit;
        kills++;
      }
      expect(kills).toBeGreaterThan(2);
      const store = await freshStore(path);
      await index({ url: devnet.url, store }, heights);
      const whole = await index({ url: devnet.url, store: await freshStore() }, heights);
      expect(await dump(store)).toEqual(await dump(whole));
    },
    LONG_MS,
  );
});
