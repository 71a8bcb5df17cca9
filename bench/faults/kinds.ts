import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Firn } from "./firn";
import { Liar, type Lie } from "./lies";
import type { LyingNode, Manner } from "./proxy";
import type { Random } from "./random";

/** What a fault works on. Blocks arrive while it lasts. */
export interface Scene {
  firn: Firn;
  proxy: LyingNode;
  random: Random;
  /** Whether the data folder has a file system of its own, which may be filled and made read-only. */
  ownDisk: boolean;
  /** How far the clock of Firn's processes is ahead between faults, in ms. */
  clockMs: number;
  counts: { kills: number; lies: number };
  /** The only lie to tell; drawn each time if absent. */
  lie: Lie | undefined;
}

/** A fault: its description, what causes it, and what ends it. */
export interface Fault {
  says: string;
  /** What was only learned while it lasted, as text. */
  details?(): string;
  run(): Promise<void>;
  /** Ends the fault. Firn is running afterwards, even if its operator had to start it. */
  undo(): Promise<void>;
}

type Kind = (scene: Scene) => Fault | string;

/** Every kind of fault: draws one, or returns why it is impossible here. */
export const KINDS = {
  "kill a service": (scene) => killServices(scene),
  "kill the group": ({ firn, random, counts }) => ({
    says: "kill -9 of the supervisor and all services at once",
    async run() {
      await sleep(random.below(1_500));
      counts.kills += 1 + firn.services().size;
      await firn.killGroup();
    },
    undo: async () => firn.start(),
  }),
  "kill the supervisor": ({ firn, random, counts }) => ({
    says: "kill -9 of the supervisor alone: the services end on their own",
    async run() {
      await sleep(random.below(1_500));
      counts.kills++;
      await firn.killSupervisor();
    },
    undo: async () => firn.start(),
  }),
  "stopped process": (scene) => stopProcess(scene),
  "deleted store": (scene) => deleteStore(scene),
  "two Firns": (scene) => startSecond(scene),
  "full disk": (scene) => fillDisk(scene),
  "full log disk": ({ firn, random, counts }) => ({
    says: "the index service's log is on a full disk",
    async run() {
      const log = join(firn.dataDir, "logs/index.log");
      rmSync(log, { force: true });
      symlinkSync("/dev/full", log);
      killOne(firn, "index", counts);
      await sleep(500 + random.below(1_000));
    },
    undo: async () => rmSync(join(firn.dataDir, "logs/index.log"), { force: true }),
  }),
  "file size limit": (scene) => limitFiles(scene),
  "read-only folder": (scene) => makeReadOnly(scene),
  "clock back": (scene) => moveClock(scene, -1),
  "clock ahead": (scene) => moveClock(scene, 1),
  "lying node": (scene) => {
    const { random, lie, proxy } = scene;
    const liar = new Liar(random, proxy.coverage, lie === undefined ? [] : [lie]);
    const fault = misbehave(scene, "the node lies", { kind: "lie", liar });
    return { ...fault, details: () => [...liar.told].join(", ") || "nothing" };
  },
  "node away": (scene) => misbehave(scene, "the node is away", { kind: "away" }),
  "node silent": (scene) =>
    misbehave(scene, "the node accepts requests and never answers", { kind: "silent" }),
  "node resets": (scene) => misbehave(scene, "the node closes connections", { kind: "reset" }),
  "node truncates": (scene) => misbehave(scene, "the node's answers are cut off", { kind: "truncated" }),
  "node drips": (scene) => misbehave(scene, "the node's answers arrive byte by byte", { kind: "dripped" }),
  "node answers 100 MB": (scene) => misbehave(scene, "the node answers 100 MB", { kind: "huge" }),
  "node answers a page": (scene) => misbehave(scene, "the node answers a web page", { kind: "page" }),
  "wrong length": (scene) =>
    misbehave(scene, "the node sends a wrong content-length", { kind: "wrong length" }),
  "bursts of 429": (scene) => refuse(scene, 429),
  "bursts of 503": (scene) => refuse(scene, 503),
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof KINDS;

function killServices({ firn, random, counts }: Scene): Fault {
  const times = 1 + random.below(4);
  const pauses = Array.from({ length: times }, () => random.below(900));
  return {
    says: `kill -9 of ${times} ${times === 1 ? "service" : "services"}, after ${pauses.join(", ")} ms`,
    async run() {
      for (const pause of pauses) {
        await sleep(pause);
        const names = [...firn.services().keys()].sort();
        if (names.length > 0) killOne(firn, random.chance(0.5) ? "index" : random.pick(names), counts);
      }
    },
    undo: async () => {},
  };
}

function killOne(firn: Firn, name: string, counts: Scene["counts"]): void {
  const pid = firn.services().get(name);
  if (pid === undefined) return;
  try {
    process.kill(pid, "SIGKILL");
    counts.kills++;
  } catch {
    // it ended on its own
  }
}

/** Stops it for longer than a lease while a second Firn starts on the same folder. */
function stopProcess({ firn, random, clockMs }: Scene): Fault {
  return {
    says: "the index service is stopped for longer than a lease, and a second Firn starts on its folder",
    async run() {
      const pid = firn.services().get("index");
      if (pid === undefined) return;
      process.kill(pid, "SIGSTOP");
      firn.setClock(clockMs + 30_000);
      const second = firn.run(["index"]);
      await sleep(1_500 + random.below(1_500));
      process.kill(pid, "SIGCONT");
      await sleep(random.below(1_500));
      second.child.kill("SIGTERM");
      await second.ended;
    },
    undo: async () => firn.setClock(clockMs),
  };
}

/** Deletes only the name: a process that has the file open writes on into a file that nobody will find. */
function deleteStore({ firn, random }: Scene): Fault {
  const chains = join(firn.dataDir, "evm");
  const stores = existsSync(chains) ? readdirSync(chains).filter((name) => /^\d+\.db$/.test(name)) : [];
  const store = random.pick(["primary.db", ...stores.map((name) => join("evm", name))]);
  return {
    says: `${store} is deleted while Firn runs`,
    async run() {
      await sleep(random.below(1_500));
      for (const end of ["", "-wal", "-shm"]) rmSync(join(firn.dataDir, store + end), { force: true });
      await sleep(random.below(2_000));
    },
    undo: async () => {},
  };
}

function startSecond({ firn, random }: Scene): Fault {
  return {
    says: "a second Firn starts on the same folder",
    async run() {
      const second = firn.run(["index"]);
      await sleep(1_000 + random.below(2_000));
      second.child.kill("SIGTERM");
      await second.ended;
    },
    undo: async () => {},
  };
}

function fillDisk({ firn, random, ownDisk }: Scene): Fault | string {
  if (!ownDisk) return "only root can mount a disk that may be filled";
  const ballast = join(firn.dataDir, "ballast");
  return {
    says: "the disk of the data folder is full",
    async run() {
      for (let bytes = 1024 * 1024; bytes >= 512; bytes = bytes >> 1) {
        try {
          for (;;) writeFileSync(ballast, Buffer.alloc(bytes), { flag: "a" });
        } catch {
          // there is less left
        }
      }
      await sleep(1_000 + random.below(2_000));
    },
    undo: async () => rmSync(ballast, { force: true }),
  };
}

/** Keeps the index service from making any file longer, as a quota does. */
function limitFiles({ firn, random }: Scene): Fault | string {
  if (!has("prlimit")) return "prlimit is not installed";
  let pid: number | undefined;
  const limit = (size: string) => {
    if (pid === undefined) return;
    try {
      execFileSync("prlimit", ["--pid", String(pid), `--fsize=${size}:unlimited`], { stdio: "ignore" });
    } catch {
      // it ended, and its limit with it
    }
  };
  return {
    says: "the index service may not make its files longer",
    async run() {
      pid = firn.services().get("index");
      limit(String(4096 * (1 + random.below(64))));
      await sleep(1_000 + random.below(2_000));
    },
    undo: async () => limit("unlimited"),
  };
}

function makeReadOnly({ firn, random, ownDisk, counts }: Scene): Fault | string {
  if (!ownDisk) return "only root can mount a disk that may be made read-only";
  const remount = (how: string) => execFileSync("mount", ["-o", `remount,${how}`, firn.dataDir]);
  return {
    says: "the data folder is read-only when Firn starts",
    async run() {
      counts.kills += 1 + firn.services().size;
      await firn.killGroup();
      remount("ro");
      firn.start();
      await sleep(1_500 + random.below(1_500));
    },
    async undo() {
      remount("rw");
      firn.start();
    },
  };
}

function moveClock({ firn, random, clockMs }: Scene, sign: 1 | -1): Fault {
  const ms = random.pick([5_000, 60_000, 3_600_000, 86_400_000]);
  return {
    says: `the clock goes ${sign < 0 ? "back" : "ahead"} by ${ms / 1000} s, and returns`,
    async run() {
      firn.setClock(clockMs + sign * ms);
      await sleep(1_000 + random.below(2_000));
    },
    undo: async () => firn.setClock(clockMs),
  };
}

/** Refuses a number of requests, then answers as many. */
function refuse(scene: Scene, status: number): Fault {
  const burst = scene.random.pick([1, 3, 10, 50]);
  const retryAfter = scene.random.chance(0.5);
  const says = `the node answers ${status} in bursts of ${burst}${retryAfter ? ", with retry-after" : ""}`;
  return misbehave(scene, says, { kind: "status", status, retryAfter, burst });
}

function misbehave({ proxy, firn, random, counts }: Scene, says: string, manner: Manner): Fault {
  const every = manner.kind === "status" ? 1 : random.pick([1, 1, 2, 5]);
  const restarts = random.chance(0.3);
  const how = every === 1 ? "" : `, in one of ${every} answers`;
  return {
    says: `${says}${how}${restarts ? ", also to an index that starts" : ""}`,
    async run() {
      proxy.untrue = 0;
      proxy.every = every;
      proxy.manner = manner;
      if (restarts) killOne(firn, "index", counts);
      await sleep(1_000 + random.below(1_500));
      // On busy cores Firn is slow to send requests.
      for (let left = 100; left > 0 && proxy.untrue === 0; left--) await sleep(100);
    },
    async undo() {
      proxy.repent();
      counts.lies += proxy.untrue;
    },
  };
}

function has(program: string): boolean {
  try {
    execFileSync(program, ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
