import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { onTestFinished } from "vitest";
import { freePorts } from "../cli/supervisor/free-ports.mjs";

/** Programs that tests start, and what they print. */

/**
 * Runs a program with these settings and no others of Firn. It is killed when the test ends.
 * @param cwd the folder that it is called in
 */
export function run(args: string[], settings: Record<string, string>, cwd?: string) {
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings, NODE_ENV: "production" };
  for (const name of Object.keys(env)) {
    if (/^(FIRN_|VITEST)/.test(name) && settings[name] === undefined) delete env[name];
  }
  const child = spawn(process.execPath, args, { env, cwd, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  let output = "";
  let errors = "";
  child.stdout.on("data", (part) => {
    output += part;
  });
  child.stderr.on("data", (part) => {
    errors += part;
  });
  const exitCode: Promise<number | null> = once(child, "exit").then(([code]) => code);
  return {
    child,
    pid: child.pid ?? 0,
    exitCode,
    errors: () => errors,
    /** Process id of a service, once it runs. */
    async childOf(service: string): Promise<number> {
      await waitFor(() => child.exitCode !== null || findChild(child.pid ?? 0, service) !== undefined);
      return findChild(child.pid ?? 0, service) ?? 0;
    },
    printed: () => output + errors,
    prints: (pattern: RegExp) =>
      waitFor(() => {
        if (child.exitCode !== null)
          throw new Error(`ended before it printed ${pattern}:\n${output}${errors}`);
        return pattern.test(output + errors);
      }),
  };
}

export async function waitFor(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setTimeout(resolve, 50));
}

export type PortSettings = Record<
  "FIRN_WEB_PORT" | "FIRN_API_PORT" | "FIRN_OPERATOR_PORT" | "FIRN_DEVNET_PORT",
  string
>;

/** A free port for each service. */
export async function portSettings(): Promise<PortSettings> {
  const [web = 0, api = 0, operator = 0, devnet = 0] = await freePorts(4);
  return {
    FIRN_WEB_PORT: String(web),
    FIRN_API_PORT: String(api),
    FIRN_OPERATOR_PORT: String(operator),
    FIRN_DEVNET_PORT: String(devnet),
  };
}

/** Process ids started by `pid`, read from /proc. */
export function descendants(pid: number): number[] {
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  return processes.map(Number).filter((candidate) => parentOf(candidate) === pid);
}

function findChild(pid: number, service: string): number | undefined {
  return descendants(pid).find((child) => commandOf(child).includes(service));
}

function commandOf(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0");
  } catch {
    return []; // it ended between the listing and this look
  }
}

function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
  } catch {
    return undefined; // it ended between the listing and this look
  }
}

export function isRunning(pid: number): boolean {
  return parentOf(pid) !== undefined;
}
