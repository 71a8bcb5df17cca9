import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { freePorts } from "../../lib/cli/supervisor/free-ports.mjs";
import { compareStores, findUncompared, readHeights } from "../../lib/testbed/compare-stores";
import { type Firn, openFirn, type Running } from "./firn";
import { type Fault, KINDS, type KindName, type Scene } from "./kinds";
import type { LieCoverage } from "./lies";
import { EVM_PATH, openProxy } from "./proxy";
import type { Random } from "./random";
import { openTruth } from "./truth";
import { runVerify, verifyHere } from "./verdict";

/** What must never happen: a false row, a wrong verdict, or a Firn that does not recover. */
export class Violation extends Error {}

/** One history from beginning to end: two nodes, a Firn that is disturbed, and one that is not. */
export interface Season {
  /** The next fault, or why none of this kind is possible. */
  draw(kind: KindName, random: Random): Fault | string;
  /**
   * Causes the fault while blocks arrive, ends it, and checks.
   * @throws Violation
   */
  play(fault: Fault): Promise<string>;
  /** Whether the history has no more blocks. */
  isOver(): boolean;
  close(): Promise<void>;
  /** Ends all processes and leaves the disk as it is. */
  abandon(): Promise<void>;
}

/** As long as a machine with busy cores may need. */
const TIMEOUT_MS = 240_000;
/** Firn checks a refused block again each minute, so the clock advances by that while it waits. */
const MINUTE_MS = 61_000;
/** Time between two such minutes in which Firn can show that it is alive. */
const LEAP_AFTER_MS = 6_000;
/** After this, what it waits for is printed. */
const SAID_AFTER_MS = 60_000;
const DISK = "96m";
/** Each fifth time, the command itself verifies. */
const COMMAND_EACH = 5;
const root = fileURLToPath(new URL("../..", import.meta.url));

export async function openSeason(options: {
  random: Random;
  counts: Scene["counts"];
  lie: Scene["lie"];
  coverage: LieCoverage;
  web: boolean;
}): Promise<Season> {
  const { random, counts, lie, coverage, web } = options;
  const folder = mkdtempSync(join(tmpdir(), "firn-faults-"));
  const arrivals = random.fork();
  const samples = random.fork();
  const truth = await openTruth(random.fork(), join(root, "lib/devnet/recordings"));
  const proxy = await openProxy({ ...truth, coverage }, random.fork());
  const genesis = join(folder, "genesis.json");
  writeFileSync(genesis, truth.genesis);
  const ownDisk = mountDisk(join(folder, "disturbed/data"));
  const [webPort = 0, api = 0, operator = 0, ...others] = await freePorts(6);
  const ports = { web: webPort, api, operator };
  const common = { FIRN_GENESIS: genesis };
  const firn = openFirn({
    root,
    ports,
    web,
    folder: join(folder, "disturbed"),
    settings: { ...common, FIRN_NODE_URL: proxy.url, FIRN_EVM_CHAINS: proxy.url + EVM_PATH },
  });
  const calm = openFirn({
    root,
    web: false,
    folder: join(folder, "undisturbed"),
    ports: { web: others[0] ?? 0, api: others[1] ?? 0, operator: others[2] ?? 0 },
    settings: { ...common, FIRN_NODE_URL: truth.nodeUrl, FIRN_EVM_CHAINS: truth.chainUrl },
  });
  const undisturbed = calm.run(["index"]);
  firn.start();
  const scene = { firn, proxy, ownDisk, counts, lie, clockMs: 0 };
  let goesOn = true;
  const names = () => [...new Set(Object.keys(truth.heads()).map((key) => key.split(" ")[0] ?? ""))];

  const closeAll = async () => {
    await Promise.all([firn.close(), stop(undisturbed)]);
    await proxy.close();
    await truth.close();
  };
  /** Waits, and advances Firn's clock by a minute now and then, so that anything due in a minute happens. */
  const until = async (what: string, isIt: () => Promise<string | undefined>): Promise<void> => {
    let last: string | undefined;
    let said: string | undefined;
    const startedAt = performance.now();
    let leapAt = startedAt + LEAP_AFTER_MS;
    while (performance.now() - startedAt < TIMEOUT_MS) {
      last = await isIt();
      if (last === undefined) return;
      await sleep(100);
      if (performance.now() > leapAt) {
        leapAt = performance.now() + LEAP_AFTER_MS;
        if (performance.now() - startedAt > SAID_AFTER_MS && last !== said) {
          process.stdout.write(`      ${what}: ${last}\n`);
          said = last;
        }
        scene.clockMs += MINUTE_MS;
        firn.setClock(scene.clockMs);
        calm.setClock(scene.clockMs);
      }
    }
    throw new Violation(`${what}: ${last}\nfolder: ${folder}\nFirn printed:\n${firn.said()}`);
  };
  const settle = async () => {
    await until("the undisturbed Firn is not at the head", async () => {
      if (undisturbed.child.exitCode !== null) throw new Error((await undisturbed.ended).printed);
      return behind(truth.heads(), await readHeights(calm.dataDir, names()));
    });
    await until("Firn has not recovered on its own", async () => {
      if (!firn.isRunning()) throw new Violation(`its supervisor has ended:\n${firn.said()}`);
      return behind(truth.heads(), await readHeights(firn.dataDir, names())) ?? (await unwell(firn));
    });
    await until("the stores differ from those of an undisturbed Firn", async () => {
      // An unreadable store is read again.
      const said = (error: unknown) => String(error);
      for (const { dataDir } of [calm, firn]) {
        const waiting = await findUncompared(join(dataDir, truth.l1Store)).catch(said);
        if (waiting !== undefined) return waiting;
      }
      const compared = compareStores(firn.dataDir, calm.dataDir, names());
      return (await compared.catch((error) => [said(error)]))[0];
    });
  };
  let verified = 0;
  const verify = () => {
    if (++verified % COMMAND_EACH === 0) return runVerify(firn);
    return verifyHere(firn, { nodeUrl: proxy.url, chainUrls: [proxy.url, proxy.url + EVM_PATH] }, samples);
  };
  const since = stopwatch();
  await settle();
  process.stdout.write(`a history begins: in sync after ${since()}\n`);

  return {
    draw: (kind, random) => KINDS[kind]({ ...scene, random }),
    isOver: () => !goesOn,
    async play(fault) {
      let lasts = true;
      const arriving = (async () => {
        while (lasts && goesOn) {
          goesOn = await truth.goOn();
          await sleep(50 + arrivals.below(300));
        }
      })();
      await fault.run();
      lasts = false;
      await arriving;
      await fault.undo();
      if (fault.details !== undefined) process.stdout.write(`      details: ${fault.details()}\n`);
      goesOn &&= await truth.goOn();
      const since = stopwatch();
      await settle();
      const back = since();
      const { isClean, printed } = await verify();
      if (!isClean) throw new Violation(`firn verify says:\n${printed}`);
      const heights = Object.values(truth.heads()).join(" ");
      return `back after ${back}, verified after ${since()}, blocks ${heights}, ${printed.split("\n").at(-1)}`;
    },
    async close() {
      await closeAll();
      if (ownDisk) execFileSync("umount", [firn.dataDir]);
      rmSync(folder, { recursive: true });
    },
    abandon: closeAll,
  };
}

function stopwatch(): () => string {
  const startedAt = performance.now();
  return () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;
}

/** Which stream is not at the expected height. */
function behind(wanted: Record<string, number>, found: Record<string, number>): string | undefined {
  for (const [stream, height] of Object.entries(wanted))
    if (found[stream] !== height)
      return `${stream} is at ${found[stream] ?? "nothing"}, the node at ${height}`;
  return undefined;
}

/** What does not answer as it should. */
async function unwell(firn: Firn): Promise<string | undefined> {
  try {
    const answer = await fetch(`${firn.apiUrl}/firn/v1/status`);
    const { streams = [] } = (await answer.json()) as { streams?: { stream: string; state: string }[] };
    const other = streams.find(({ state }) => state !== "following");
    if (!answer.ok || other) return `status is ${answer.status}, ${JSON.stringify(other)}`;
    if (firn.webUrl === undefined) return undefined;
    const page = await fetch(firn.webUrl);
    return page.ok ? undefined : `the front page is ${page.status}`;
  } catch (error) {
    return `it does not answer (${error})`;
  }
}

async function stop({ child, ended }: Running): Promise<void> {
  child.kill("SIGTERM");
  await ended;
}

/** Mounts a small disk at `path`, where the process may do so. */
function mountDisk(path: string): boolean {
  mkdirSync(path, { recursive: true });
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${DISK}`, "firn-faults", path], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
