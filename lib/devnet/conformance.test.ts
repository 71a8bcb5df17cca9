import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parseLossless, stringifyLossless } from "../contract/rpc";
import {
  openRecording,
  type RecordedAnswer,
  type RecordedExchange,
  type RecordedSession,
  type Recording,
} from "./recording";
import { type Devnet, serveDevnet } from "./serve";

/**
 * Replays every recorded request of a real node against the devnet, in the node's form and at the heights that the
 * answers show. Status, relevant headers and body must be equal.
 */

/** Exchanges that are not served, by session and name. Each must still differ. */
const NOT_SERVED: { session: string; exchanges: RegExp }[] = [
  // Reads any key of the database: left out of a node that any web page may call.
  { session: "admin", exchanges: /^dbGet/ },
];

/**
 * Lists that the node builds from a map, so their order differs each time: outputs of one block, assets of an address.
 * Members that name the last element vary with them.
 */
const UNORDERED = new Set(["utxos", "utxoIDs", "balances"]);
const NAMES_THE_LAST = "endIndex";

/** Empty lists of genesis: null while the node holds what it built, a list after reading it from disk. */
const EMPTY_OR_NULL = new Set(["txs", "credentials"]);

/** Figures of one process, which no other repeats. Blanked on both sides. */
const PROCESS_FIGURES = /"(timestamp|duration)":("[^"]*"|\d+)/g;
const BLANKED = new Set(["health"]);

/** Files in the node's plugin folder when these calls were recorded, by name, with their modes. */
const PLUGINS: Record<string, Record<string, number>> = {
  "loadVMs broken plugin": { srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy: 0o755 },
  "loadVMs plugin with invalid name": { notavmid: 0o755 },
  "loadVMs two broken plugins": {
    srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy: 0o755,
    tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH: 0o644,
  },
  "loadVMs after removal": {},
};

/** Long bodies were recorded truncated. */
const CUT = "...<truncated>";

/** Headers that a client can notice. */
const HEADERS = [
  "content-type",
  "vary",
  "x-content-type-options",
  "node-id",
  "location",
  "access-control-allow-origin",
  "access-control-allow-credentials",
  "access-control-allow-methods",
  "access-control-allow-headers",
];

type Session = [session: string, requests: number, alike: number];

/** Number of requests in each session, and how many get an equal answer. The same in the first two networks. */
const SESSIONS: Session[] = [
  ["index", 165, 165],
  ["platform", 58, 58],
  ["admin", 82, 81],
  ["info", 29, 29],
  ["health", 11, 11],
  ["http", 65, 65],
];
const L1_SESSIONS: Session[] = [
  ["index", 4, 4],
  ["admin", 6, 6],
  ["info", 20, 20],
  ["health", 6, 6],
];

describe.each<[string, Session[]]>([
  ["custom-network", SESSIONS],
  ["local-network", SESSIONS],
  ["l1-network", L1_SESSIONS],
])("the devnet over %s", (name, sessions) => {
  let recording: Recording;
  const root = mkdtempSync(join(tmpdir(), "firn-conformance-"));

  beforeAll(async () => {
    recording = await openRecording(name);
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it.each(sessions)(
    "answers the requests of session %s as the node did",
    async (session, requests, alike) => {
      const { exchanges, heights } =
        recording.sessions.find((each) => each.name === session) ?? missing(session);
      expect(exchanges).toHaveLength(requests);
      const dataDir = join(root, session);
      const devnet = await serveAt(recording, { ...heights, ...heightsCut(recording, exchanges) }, dataDir);
      const open = NOT_SERVED.filter(
        (line) => line.session === session && exchanges.some(({ name }) => line.exchanges.test(name)),
      );
      const stale = new Set(open);
      const different: unknown[] = [];
      let same = 0;
      for (const exchange of exchanges) {
        layPlugins(dataDir, PLUGINS[exchange.name]);
        const expected = visible(session, exchange.response);
        const actual = visible(session, await send(devnet, exchange.request));
        actual.body = actual.body.replaceAll(join(dataDir, "plugins"), "<plugin-dir>");
        if (expected.body.endsWith(CUT))
          actual.body = actual.body.slice(0, -CUT.length + expected.body.length) + CUT;
        if (JSON.stringify(actual) === JSON.stringify(expected)) {
          same++;
          continue;
        }
        const line = open.find(({ exchanges }) => exchanges.test(exchange.name));
        if (line === undefined) different.push({ name: exchange.name, expected, actual });
        else stale.delete(line);
      }
      await devnet.close();
      expect(different).toEqual([]);
      expect([...stale]).toEqual([]);
      expect(same).toBe(alike);
    },
  );
});

describe.each(["custom-network", "local-network", "l1-network"])(
  "calls of %s that were recorded without HTTP",
  (name) => {
    it("gets the same result or error at the same height", async () => {
      const recording = await openRecording(name);
      const different: unknown[] = [];
      for (const place of new Set(recording.answers.map(placeOf))) {
        const dataDir = mkdtempSync(join(tmpdir(), "firn-conformance-"));
        const devnet = await serveAt(recording, JSON.parse(place), dataDir);
        for (const { path, method, params, reply } of recording.answers.filter(
          (each) => placeOf(each) === place,
        )) {
          const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;
          const headers = { "content-type": "application/json" };
          const response = await send(devnet, { method: "POST", path, headers, body });
          const { result, error } = parseLossless(response.body) as Reply;
          const actual = inOrder(error === undefined ? { result } : { error });
          const expected = inOrder(parseLossless(reply));
          if (!isDeepStrictEqual(actual, expected)) different.push({ method, params, expected, actual });
        }
        await devnet.close();
        rmSync(dataDir, { recursive: true });
      }
      expect(different).toEqual([]);
    });
  },
);

interface Reply {
  result?: unknown;
  error?: unknown;
}

function inOrder(value: unknown, name = ""): unknown {
  if (value === null && EMPTY_OR_NULL.has(name)) return [];
  if (Array.isArray(value)) {
    const items = value.map((item) => inOrder(item));
    return UNORDERED.has(name) ? items.map(stringifyLossless).sort() : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([key]) => key !== NAMES_THE_LAST);
  return Object.fromEntries(members.map(([key, member]) => [key, inOrder(member, key)]));
}

/** Height of the chain that was asked, as JSON; empty if the answer is the same at any height. */
function placeOf({ path, height }: RecordedAnswer): string {
  const name = /^\/ext\/bc\/(\w+)/.exec(path)?.[1];
  const chain = name === undefined || name.length === 1 ? name : `evm/${name}`;
  return JSON.stringify(chain === undefined || height === undefined ? {} : { [chain]: height });
}

/** A devnet that has accepted up to these heights; everything of a chain without one. */
async function serveAt(
  recording: Recording,
  heights: RecordedSession["heights"],
  dataDir: string,
): Promise<Devnet> {
  const options = { recording, port: 0, dataDir, admin: true, nodeForm: "avalanchego" } as const;
  const devnet = await serveDevnet({ ...options, acceptance: heights });
  const { P, X, C } = heights;
  const ofPrimary = Object.fromEntries(
    Object.entries({ P, X, C }).filter(([, height]) => height !== undefined),
  );
  expect(devnet.accepted()).toMatchObject(ofPrimary);
  return devnet;
}

/** Heights shown in truncated answers: they contain the id of the last accepted P block. */
function heightsCut(
  recording: Recording,
  exchanges: readonly RecordedExchange[],
): RecordedSession["heights"] {
  const cut = exchanges.filter(({ response }) => response.body.endsWith(CUT));
  const [body] = cut
    .filter(({ request }) => request.path === "/ext/idxp/block")
    .map((each) => each.response.body);
  const id = /"id":"(\w+)"/.exec(body ?? "")?.[1];
  const at = recording.containers["P/block"].findIndex((container) => container.id === id);
  return at < 0 ? {} : { P: at + 1 };
}

function layPlugins(dataDir: string, files: Record<string, number> | undefined): void {
  if (files === undefined) return;
  const folder = join(dataDir, "plugins");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder);
  for (const [name, mode] of Object.entries(files)) {
    writeFileSync(join(folder, name), "#!/bin/sh\nexit 1\n", { mode });
  }
}

function missing(session: string): never {
  throw new Error(`the recording has no session ${session}`);
}

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}

function visible(session: string, { status, headers, body }: Received) {
  return {
    status,
    headers: Object.fromEntries(
      HEADERS.flatMap((key) => (headers[key] === undefined ? [] : [[key, headers[key]]])),
    ),
    body: BLANKED.has(session) ? body.replace(PROCESS_FIGURES, '"$1":…') : body,
  };
}

/** Sends a request as written: its own Host, any method, no path normalisation. */
function send(
  devnet: Devnet,
  { method, path, host, headers, body }: RecordedExchange["request"],
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { port: devnet.port, method, path, headers: { ...headers, ...(host === undefined ? {} : { host }) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("utf8"),
          }),
        );
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
