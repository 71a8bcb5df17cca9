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

/** A Firn whose processes the campaign may kill, and whose clock it sets. */
export interface Firn {
  dataDir: string;
  apiUrl: string;
  webUrl: string | undefined;
  /** Starts the supervisor with its services; nothing when it runs. */
  start(): void;
  /** Whether the supervisor runs. */
  isRunning(): boolean;
  /** Process ids of the services that run, by name. */
  services(): Map<string, number>;
  /** Kills supervisor and services at once. */
  killGroup(): Promise<void>;
  /** Kills the supervisor alone: the services end by themselves. */
  killSupervisor(): Promise<void>;
  /** Another process of the same Firn: its exit code and what it printed, once it ends. */
  run(args: readonly string[], settings?: Record<string, string>): Running;
  /** Sets the clock of all its processes, ms ahead of the machine's. */
  setClock(offMs: number): void;
  /** The end of what it printed. */
  said(): string;
  close(): Promise<void>;
}

export interface Running {
  child: ChildProcess;
  ended: Promise<{ code: number | null; printed: string }>;
}

export interface FirnOptions {
  root: string;
  /** Of its own: its data folder, clock and log lie in it. */
  folder: string;
  settings: Record<string, string>;
  ports: { web: number; api: number; operator: number };
  web: boolean;
}

const PROGRAM = "dist/firn.mjs";

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
  const kill = async (pid: number) => {
    if (up === undefined || !isRunning()) return;
    const ended = once(up, "exit");
    process.kill(pid, "SIGKILL");
    await ended;
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
    async killSupervisor() {
      const left = [...firn.services().values()];
      await kill(up?.pid ?? 0);
      while (left.some(lives)) await new Promise((resolve) => setTimeout(resolve, 20));
    },
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

/** Services of a supervisor, by the command that each is, read from /proc. */
function childrenOf(supervisor: number): Map<string, number> {
  const found = new Map<string, number>();
  for (const name of readdirSync("/proc").filter((each) => /^\d+$/.test(each))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, "utf8");
      const [state, parent] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
      if (Number(parent) !== supervisor || state === "Z") continue;
      const words = readFileSync(`/proc/${name}/cmdline`, "utf8").split("\0");
      const at = words.findIndex((word) => word.endsWith(PROGRAM));
      const service = words[at + 1];
      if (at > 0 && service !== undefined) found.set(service, Number(name));
    } catch {
      // it ended between the listing and this look
    }
  }
  return found;
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
