import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import { parseLossless, stringifyLossless } from "../../lib/contract/rpc";
import { listenOnLoopback } from "../../lib/listen";
import { type Liar, type LieCoverage, OF_GENESIS, tellLie } from "./lies";
import type { Random } from "./random";

/** How a node answers. */
export type Manner =
  | { kind: "truth" }
  | { kind: "lie"; liar: Liar }
  | { kind: "away" | "silent" | "reset" | "truncated" | "dripped" | "huge" | "page" | "wrong length" }
  | { kind: "status"; status: number; retryAfter: boolean; burst: number };

/** A proxy between Firn and its nodes that answers as instructed. */
export interface LyingNode {
  /** URL of the node; below `EVM_PATH` an L1's chain answers. */
  url: string;
  manner: Manner;
  /** One answer in this many is untrue. */
  every: number;
  /** Untrue answers so far. */
  untrue: number;
  readonly coverage: LieCoverage;
  /** Answers truthfully from now on, and closes the connections of untrue answers still under way. */
  repent(): void;
  close(): Promise<void>;
}

export const EVM_PATH = "/ext/bc/l1/rpc";
const HUGE_BYTES = 100 * 1024 * 1024;

interface Upstream {
  nodeUrl: string;
  chainUrl: string;
  coverage: LieCoverage;
}

interface Asked {
  id?: unknown;
  method?: string;
  params?: unknown;
}

/** Listens on a free port on loopback. */
export async function openProxy(
  { nodeUrl, chainUrl, coverage }: Upstream,
  random: Random,
): Promise<LyingNode> {
  const waiting = new Set<ServerResponse>();
  let asked = 0;
  const server = createServer(async (request, response) => {
    response.on("error", () => {}); // the client is gone
    const { manner } = proxy;
    const isOff = isTrue(proxy, asked++);
    try {
      if (manner.kind === "away" || (manner.kind === "reset" && !isOff)) {
        proxy.untrue++;
        return void request.socket.destroy();
      }
      const path = request.url ?? "/";
      const body = await text(request);
      const ask = () =>
        fetch(path.startsWith(EVM_PATH) ? chainUrl : nodeUrl + path, {
          method: request.method ?? "GET",
          headers: { "content-type": "application/json" },
          ...(body === "" ? {} : { body }),
        });
      // A kept connection may have been closed in this moment, which is not one of the faults.
      const answer = await ask().catch(ask);
      const said = await answer.text();
      note(coverage, body, said);
      const kept = { status: answer.status, said };
      if (manner.kind === "truth" || isOff) return send(response, kept.status, said);
      if (manner.kind !== "lie") proxy.untrue++;
      await misbehave(response, manner, { ...kept, body, random, waiting, count: () => proxy.untrue++ });
    } catch {
      request.socket.destroy(); // the campaign has closed the node
    }
  });
  const origin = await listenOnLoopback(server);
  const proxy: LyingNode = {
    url: origin,
    manner: { kind: "truth" },
    every: 1,
    untrue: 0,
    coverage,
    repent() {
      proxy.manner = { kind: "truth" };
      proxy.every = 1;
      for (const response of waiting) response.socket?.destroy();
      waiting.clear();
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return proxy;
}

/** Whether this answer is true: either one of several is untrue, or a number in a row. */
function isTrue({ manner, every }: LyingNode, asked: number): boolean {
  if (manner.kind === "status") return Math.floor(asked / manner.burst) % 2 === 1;
  return asked % every !== 0;
}

interface Truth {
  status: number;
  said: string;
  body: string;
  random: Random;
  /** Clients that are left without an answer. */
  waiting: Set<ServerResponse>;
  count: () => void;
}

async function misbehave(response: ServerResponse, manner: Manner, truth: Truth): Promise<void> {
  const { status, said, random } = truth;
  switch (manner.kind) {
    case "lie":
      return send(response, status, lied(manner.liar, truth));
    case "status":
      if (manner.retryAfter) response.setHeader("retry-after", "2");
      return send(response, manner.status, "too much\n");
    case "truncated":
      response.writeHead(status, { "content-type": "application/json" });
      response.write(said.slice(0, random.below(said.length + 1)));
      return void setImmediate(() => response.socket?.destroy());
    case "wrong length":
      response.writeHead(status, { "content-type": "application/json", "content-length": said.length + 10 });
      return void response.end(said);
    case "dripped":
      response.writeHead(status, { "content-type": "application/json" });
      for (const letter of said) {
        if (response.destroyed) return;
        response.write(letter);
        await sleep(5);
      }
      return void response.end();
    case "huge":
      return sendHuge(response);
    case "page":
      return send(response, 200, "<html><body>Welcome to the gateway</body></html>");
    default: // never answers
      truth.waiting.add(response);
  }
}

/** The answer with lies in it. */
function lied(liar: Liar, { said, body, random, count }: Truth): string {
  const methods = methodsOf(body);
  const answers = jsonOf(said);
  const isBatch = Array.isArray(answers);
  const changed = (isBatch ? answers : [answers]).map((answer) => {
    const { id, result } = (answer ?? {}) as { id?: unknown; result?: unknown };
    const method = methods.get(String(id));
    if (method === undefined || result === undefined || result === null) return answer;
    const lie = liar.lieAbout(method);
    if (lie === undefined) return answer;
    count();
    return { ...(answer as object), result: tellLie(lie, result, random) };
  });
  return answers === undefined ? said : stringifyLossless(isBatch ? changed : changed[0]);
}

/** Records the places in the answers to each method. */
function note(coverage: LieCoverage, body: string, said: string): void {
  const methods = methodsOf(body);
  const answers = jsonOf(said);
  for (const answer of Array.isArray(answers) ? answers : [answers]) {
    const { id, result } = (answer ?? {}) as { id?: unknown; result?: unknown };
    const method = methods.get(String(id));
    if (method !== undefined && result !== undefined && result !== null) coverage.addAnswer(method, result);
  }
}

/** Methods by the id of the request; a call for block 0 has a name of its own. */
function methodsOf(body: string): Map<string, string> {
  const calls = jsonOf(body);
  const list = (Array.isArray(calls) ? calls : [calls]) as (Asked | undefined)[];
  return new Map(
    list.flatMap((call) =>
      call?.method === undefined
        ? []
        : [[String(call.id), isAboutGenesis(call.params) ? call.method + OF_GENESIS : call.method]],
    ),
  );
}

function isAboutGenesis(params: unknown): boolean {
  const [first] = Array.isArray(params) ? params : [params];
  return first === "0x0" || String((first as { height?: unknown } | undefined)?.height) === "0";
}

function jsonOf(given: string): unknown {
  try {
    return parseLossless(given);
  } catch {
    return undefined;
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { "content-type": "application/json" }).end(body);
}

/** A hundred megabytes that look like an answer until their end. */
async function sendHuge(response: ServerResponse): Promise<void> {
  response.writeHead(200, { "content-type": "application/json" });
  response.write('{"jsonrpc":"2.0","id":1,"result":"0x');
  const part = "00".repeat(512 * 1024);
  for (let sent = 0; sent < HUGE_BYTES && !response.destroyed; sent += part.length) {
    if (response.write(part)) continue;
    await new Promise<void>((resolve) => {
      response.once("drain", resolve).once("close", resolve);
    });
    response.removeAllListeners("drain").removeAllListeners("close");
  }
  response.end('"}');
}
