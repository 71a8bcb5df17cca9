import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { build } from "esbuild";
import type { KyselyPlugin } from "kysely";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openRecording, type Recording } from "../devnet/recording";
import { type Devnet, serveDevnet } from "../devnet/serve";
import { compareTables } from "../store/rows/compare";
import type { Store } from "../store/stores";
import { ENGINE, freshPath, freshStore } from "../testbed/engines";
import { dump, networkOf, startRig, untilAllStored, untilStored } from "../testbed/indexer";
import { openPrimary } from "../testbed/test-stores";
import { STREAMS } from "./follow/stream";

let recording: Recording;
beforeAll(async () => {
  recording = await openRecording("custom-network");
});

type Chain = "P" | "X" | "C";
/** Blocks stored before and with the batch that is killed: subnets, stakers and an import; assets; a pair. */
const BATCHES: { chain: Chain; before: number; after: number }[] = [
  { chain: "P", before: 12, after: 16 },
  { chain: "X", before: 9, after: 12 },
  { chain: "C", before: 30, after: 36 },
];
const AFTER = 16;
/** A hundred runs or processes: seconds on an idle machine, more on a busy one. */
const LONG_MS = 600_000;

async function serve(): Promise<Devnet> {
  const devnet = await serveDevnet({ recording, port: 0, acceptance: "manual", nodeForm: "avalanchego" });
  onTestFinished(() => devnet.close());
  return devnet;
}

function acceptTo(devnet: Devnet, height: number, chain: Chain = "P"): void {
  while (devnet.accepted()[chain] < height && devnet.acceptNext());
}

/** Indexes everything that the node has. */
async function index(devnet: Devnet, store: Store): Promise<Store> {
  const rig = await startRig({ ...networkOf(recording), url: devnet.url, store });
  await untilAllStored(rig, devnet.accepted());
  await rig.stop();
  return store;
}

/** Indexes one stream. */
async function indexOne(devnet: Devnet, store: Store, chain: Chain): Promise<Store> {
  const streams = [STREAMS[`${chain}/block`]];
  const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, streams });
  await untilStored(rig, devnet.accepted()[chain], `${chain}/block`);
  await rig.stop();
  return store;
}

/** Differences in rows and containers between two stores whose numbers were assigned in the same order. */
async function differences(store: Store, expected: Store): Promise<unknown[]> {
  const found: unknown[] = [];
  const report = { onDifference: (row: unknown) => void found.push(row), onTable: () => {} };
  await compareTables({ stored: store.db, expected: expected.db }, report);
  const runs = ({ db }: Store) => db.selectFrom("container_run").selectAll().execute();
  if (!isDeepStrictEqual(await runs(store), await runs(expected))) found.push("container_run");
  return found;
}

async function countBlocks({ db }: Store): Promise<number> {
  return (await db.selectFrom("block").select("height").execute()).length;
}

/** A store that throws at the `step`th statement, like a process that dies there. */
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

/** Runs one stream until the store dies, or everything is stored. */
async function runDying(
  store: Store,
  { devnet, step, chain }: { devnet: Devnet; step: number; chain: Chain },
): Promise<boolean> {
  const { dying, died } = dieAt(store, step);
  const streams = [STREAMS[`${chain}/block`]];
  const options = { ...networkOf(recording), url: devnet.url, store: dying, streams };
  const rig = await startRig(options).catch(() => undefined);
  if (rig) {
    const stored = untilStored({ store, done: rig.done }, devnet.accepted()[chain], `${chain}/block`);
    await stored.catch(() => undefined);
    await rig.stop().catch(() => undefined);
  }
  return died();
}

describe("a batch killed at any step", () => {
  // Begins again and again from a copied file.
  test.runIf(ENGINE.keepsFiles).each(BATCHES)(
    "of $chain is stored whole or not at all, and the next run ends with the same rows",
    async ({ chain, before: from, after: to }) => {
      const devnet = await serve();
      acceptTo(devnet, from, chain);
      const path = freshPath();
      const first = await openPrimary(path, { mode: "write", nowMs: 0 });
      await index(devnet, first);
      await first.close();
      acceptTo(devnet, to, chain);
      const copyOf = (name: string | number) => {
        copyFileSync(path, `${path}-${name}`);
        return `${path}-${name}`;
      };
      const before = await freshStore(copyOf("before"));
      const after = await indexOne(devnet, await freshStore(copyOf("after")), chain);
      let torn = 0;
      for (let step = 0; ; step++) {
        const copy = copyOf(step);
        const store = await openPrimary(copy, { mode: "write", nowMs: 0 });
        const died = await runDying(store, { devnet, step, chain });
        const isTorn = (await countBlocks(store)) === (await countBlocks(before));
        if (isTorn) torn++;
        expect(await differences(store, isTorn ? before : after)).toEqual([]);
        // What is left equals what was copied. Now and then also check that a run continues from there.
        if (isTorn && step % 8 === 0) {
          expect(await differences(await indexOne(devnet, store, chain), after)).toEqual([]);
        }
        await store.close();
        rmSync(copy);
        if (!died) break;
      }
      expect(torn).toBeGreaterThan(30);
    },
    LONG_MS,
  );

  test("is all or nothing when it is stopped at any verb", async () => {
    const devnet = await serve();
    acceptTo(devnet, AFTER);
    const whole = await dump(await index(devnet, await freshStore()));
    for (const verb of ["read", "verify", "decode", "project", "commit"]) {
      const store = await freshStore();
      const observe = (done: string) => {
        if (done === verb) throw new Error("killed");
      };
      const rig = await startRig({ ...networkOf(recording), url: devnet.url, store, observe });
      await expect(rig.done, verb).rejects.toThrow("killed");
      expect(await dump(await index(devnet, store)), verb).toEqual(whole);
    }
  });
});

describe("however blocks arrive", () => {
  test(
    "one by one or all at once, the rows are the same",
    async () => {
      const devnet = await serve();
      const store = await freshStore();
      const rig = await startRig({ ...networkOf(recording), url: devnet.url, store });
      while (devnet.acceptNext()) await untilAllStored(rig, devnet.accepted());
      await rig.stop();
      const whole = await index(devnet, await freshStore());
      expect(await dump(store)).toEqual(await dump(whole));
    },
    LONG_MS,
  );
});

describe("a process killed by SIGKILL again and again", () => {
  let script: string;
  beforeAll(async () => {
    // Bundled like the program: nothing here loads TypeScript at run time.
    script = join(
      fileURLToPath(new URL("../../node_modules/.cache/firn", import.meta.url)),
      "kill-child.mjs",
    );
    await build({
      entryPoints: [fileURLToPath(new URL("../testbed/kill-child.ts", import.meta.url))],
      outfile: script,
      bundle: true,
      platform: "node",
      format: "esm",
      packages: "external",
      logLevel: "error",
    });
  });

  test(
    "ends with the rows of a process that was never killed",
    async () => {
      const devnet = await serve();
      acceptTo(devnet, AFTER);
      const path = freshPath();
      const answers = recording.answers.filter(({ method }) => method === "info.upgrades");
      const { network, genesis } = recording;
      const { configuration, platform } = genesis;
      const known = { network, answers, genesis: { configuration, platform } };
      const start = () =>
        spawn(process.execPath, [script], {
          env: {
            ...process.env,
            CHILD: JSON.stringify({ path, url: devnet.url, recording: known }),
          },
          stdio: ["ignore", "pipe", "inherit"],
        });
      const heights = 60;
      let kills = 0;
      while (devnet.accepted().P < heights) {
        const child = start();
        await once(child.stdout, "data");
        const exit = once(child, "exit");
        // Blocks keep coming while it works, so that the signal arrives at every stage.
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
      await index(devnet, store);
      const whole = await index(devnet, await freshStore());
      expect(await dump(store)).toEqual(await dump(whole));
    },
    LONG_MS,
  );
});
