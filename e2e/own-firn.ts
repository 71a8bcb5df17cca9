import { once } from "node:events";
import { createServer } from "node:net";
import type { Readable } from "node:stream";

/** What tests need that start a Firn of their own. */

/** Four ports nobody listens on now: held together before any is given back. */
export async function freePorts(): Promise<string[]> {
  const servers = Array.from({ length: 4 }, () => createServer());
  for (const server of servers) await once(server.listen(0, "127.0.0.1"), "listening");
  const ports = servers.map((server) => String((server.address() as { port: number }).port));
  for (const server of servers) await once(server.close(), "close");
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
