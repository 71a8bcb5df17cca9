import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type OperatorClient, openOperatorClient } from "../client/operator";
import { createSignInLink, signInByLink } from "../contract/operator/access";
import { listenOnLoopback } from "../listen";
import { SILENT } from "../log";
import { type Operator, type ServeOperatorOptions, serveOperator } from "../operator/serve";
import { readBytes } from "../read-bytes";
import { testStores } from "./test-stores";

/** A clock that stands still until it is moved. */
export interface Clock {
  now: number;
  /** Of the monotonic clock; moves with the other by default. */
  steady?: number;
}

/** A running operator with its own data folder, and a client that has its key. Ends with the test. */
export interface Rig {
  operator: Operator;
  client: OperatorClient;
  clock: Clock;
  dataDir: string;
  /** Signs in with a link; returns the session's secret. */
  signIn(): Promise<string>;
}

export type RigOptions = Partial<ServeOperatorOptions> & {
  nodeUrl: string;
  /** The data folder of an earlier operator. */
  dataDir?: string;
  clock?: Clock;
};

/** A folder that is removed after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "firn-operator-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

export async function openRig(options: RigOptions): Promise<Rig> {
  const { dataDir = freshFolder(), clock = { now: Date.now() }, ...given } = options;
  const operator = await serveOperator({
    webHost: "127.0.0.1",
    password: undefined,
    port: 0,
    stores: testStores(dataDir),
    keyPath: join(dataDir, "operator.key"),
    apiUrl: "http://127.0.0.1:9",
    alertChannels: { file: undefined, list: () => [], test: async () => undefined },
    log: SILENT,
    nowMs: () => clock.now,
    steadyMs: () => clock.steady ?? clock.now,
    ...given,
  });
  onTestFinished(() => operator.close());
  const client = openOperatorClient({ baseUrl: operator.url, dataDir });
  const signIn = async () => {
    const { secret } = await client.ask(createSignInLink);
    return (await client.ask(signInByLink, { sent: { secret } })).secret;
  };
  return { operator, client, clock, dataDir, signIn };
}

/** A proxy between the operator and a node that forwards every request and may lose the answer. */
export interface Relay {
  url: string;
  /** Bodies of the requests that reached the node, and their paths. */
  asked: string[];
  paths: string[];
  /** Whether the connection breaks after the node has handled this body. */
  loses: (body: string) => boolean;
}

export async function openRelay(nodeUrl: string): Promise<Relay> {
  const relay: Relay = { url: "", asked: [], paths: [], loses: () => false };
  const server = createServer(async (request, response) => {
    const body = String(await readBytes(request));
    relay.asked.push(body);
    relay.paths.push(request.url ?? "");
    const { method = "GET" } = request;
    const init =
      method === "GET" ? { method } : { method, body, headers: { "content-type": "application/json" } };
    const answer = await fetch(new URL(request.url ?? "", nodeUrl), init);
    if (relay.loses(body)) return request.socket.destroy();
    response.writeHead(answer.status).end(await answer.text());
  });
  const origin = await listenOnLoopback(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  relay.url = origin;
  return relay;
}
