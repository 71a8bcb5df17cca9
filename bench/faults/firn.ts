import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** A Firn whose processes the campaign may kill and whose clock it sets. */
export interface Firn {
  dataDir: string;
  apiUrl: string;
  webUrl: string | undefined;
  /** Starts the supervisor with its services, unless it is running. */
  start(): void;
  /** Whether the supervisor is running. */
  isRunning(): boolean;
  /** Process ids of the running services, by name. */
  services(): Map<string, number>;
  /** Kills the supervisor and its services, and waits until they are gone. */
  killGroup(): Promise<void>;
  /**
   * Kills the supervisor alone and waits until the services have ended.
   * @throws Error when one does not end
   */
  killSupervisor(): Promise<void>;
  /** Runs a command of this Firn: resolves to its exit code and its output once it ends. */
  run(args: readonly string[], settings?: Record<string, string>): Running;
  /** Sets the clock of all processes of this Firn, in ms ahead of the machine's. */
  setClock(offMs: number): void;
  /** The last part of the output. */
  said(): string;
  close(): Promise<void>;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<{ code: number | null; printed: string }>;
}

export interface FirnOptions {
  root: string;
  /** A folder for this Firn alone, with its data folder, clock and log. */
  folder: string;
  settings: Record<string, string>;
  ports: { web: number; api: number; operator: number };
  web: boolean;
}

const PROGRAM = "dist/firn.mjs";
/** A service whose supervisor is gone ends on its own, which takes a while on busy cores. */
const END_WITHIN_MS = 60_000;

export function openFirn({ root, folder, settings, ports, web }: FirnOptions): Firn {
  const dataDir = join(folder, "data");
  const clock = join(folder, "clock");
  const output = join(folder, "up.log");
  mkdirSync(dataDir, { recursive: true });
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    ...settings,
    NODE_ENV: "production",
    NODE_OPTIONS: `--import=${join(root, "bench/faults/preload.mjs")}`,
    FAULTS_CLOCK: clock,
    FIRN_DATA_DIR: dataDir,
    FIRN_WEB_PORT: String(ports.web),
    FIRN_API_PORT: String(ports.api),
    FIRN_OPERATOR_PORT: String(ports.operator),
  };
  const setClock = (offMs: number) => {
    writeFileSync(`${clock}.new`, String(offMs));
    renameSync(`${clock}.new`, clock);
  };
  setClock(0);
  let up: ChildProcess | undefined;
  const isRunning = () => up !== undefined && up.exitCode === null && up.signalCode === null;
  /** Returns when the supervisor and everything it started are gone and have released their files. */
  const kill = async (pid: number) => {
    if (up === undefined || !isRunning()) return;
    const group = up.pid ?? 0;
    const ended = once(up, "exit");
    process.kill(pid, "SIGKILL");
    await ended;
    const giveUpAt = performance.now() + END_WITHIN_MS;
    for (let left = membersOf(group); left.length > 0; left = membersOf(group)) {
      if (performance.now() > giveUpAt)
        throw new Error(`still there ${END_WITHIN_MS / 1_000} s after the supervisor: ${left.join(", ")}`);
      await sleep(20);
    }
  };
  const firn: Firn = {
    dataDir,
    apiUrl: `http://127.0.0.1:${ports.api}`,
    webUrl: web ? `http://127.0.0.1:${ports.web}` : undefined,
    isRunning,
    start() {
      if (isRunning()) return;
      const log = openSync(output, "a");
      up = spawn(process.execPath, ["bench/faults/supervised.mjs", ...(web ? ["--web"] : [])], {
        cwd: root,
        env,
        detached: true,
        stdio: ["ignore", log, log],
      });
      closeSync(log);
    },
    services: () => (isRunning() ? childrenOf(up?.pid ?? 0) : new Map()),
    killGroup: () => kill(-(up?.pid ?? 0)),
    killSupervisor: () => kill(up?.pid ?? 0),
    run(args, more = {}) {
      const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: root, env: { ...env, ...more } });
      let printed = "";
      for (const stream of [child.stdout, child.stderr])
        stream?.on("data", (part) => {
          printed += part;
        });
      return { child, ended: once(child, "close").then(([code]) => ({ code, printed })) };
    },
    setClock,
    said: () => readFileSync(output, "utf8").slice(-6_000),
    async close() {
      if (up === undefined || !isRunning()) return;
      const ended = once(up, "exit");
      up.kill("SIGTERM");
      await ended;
    },
  };
  return firn;
}

/** Services of a supervisor, by command. */
function childrenOf(supervisor: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const { pid, parent, words } of readProcesses()) {
    const at = words.findIndex((word) => word.endsWith(PROGRAM));
    const service = words[at + 1];
    if (parent === supervisor && at > 0 && service !== undefined) found.set(service, pid);
  }
  return found;
}

/** Processes of a group that still live, as `PID COMMAND`. */
function membersOf(group: number): string[] {
  return readProcesses().flatMap((each) =>
    each.group === group ? [`${each.pid} ${each.words.join(" ")}`] : [],
  );
}

interface Process {
  pid: number;
  parent: number;
  group: number;
  words: string[];
}

/** Every process that has not ended, from /proc. */
function readProcesses(): Process[] {
  return readdirSync("/proc").flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      const [state, parent, group] = fields;
      // The last thread releases the files, and it may outlast the first.
      if ((state === "Z" || state === "X") && Number(fields[17]) <= 1) return [];
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      return [{ pid: Number(name), parent: Number(parent), group: Number(group), words }];
    } catch {
      return []; // it ended after it was listed
    }
  });
}
