import { type ChildProcess, fork } from "node:child_process";
import type { AddressInfo } from "node:net";
import { createServer, type Server } from "node:net";
import type { Readable } from "node:stream";

export const PROGRAM = "dist/firn.mjs";

/** A command of Firn, once it says that it is ready. */
export async function start(args: string[], env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = fork(PROGRAM, args, { env, stdio: ["ignore", "ignore", "inherit", "ipc"] });
  await new Promise<void>((resolve, reject) => {
    child.once("message", () => resolve());
    child.once("exit", (code) => reject(new Error(`firn ${args[0]} ended with ${code}`)));
  });
  return child;
}

/** Ends it in peace; nothing when it has ended or never began. */
export async function stop(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  await ended;
}

/** Ports nobody listens on. Held together before any is given back, so that all are different. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer());
  await Promise.all(
    servers.map((server) => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
  );
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map(close));
  return ports;
}

/** Returns once `firn up` says on its standard output that it is ready. @throws Error when it ends before */
export async function untilReady(output: Readable): Promise<void> {
  let text = "";
  for await (const part of output.iterator({ destroyOnReturn: false })) {
    text += part;
    if (text.includes("Firn is ready")) return void output.resume();
  }
  throw new Error(`Firn ended before it was ready: ${text}`);
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => server.close(() => resolve()));
}
