import { request } from "node:http";
import { beforeAll, describe, expect, it } from "vitest";
import { openRecording, type RecordedExchange, type RecordedSession, type Recording } from "./recording";
import { type Devnet, serveDevnet } from "./serve";

/**
 * Every request that a real node was sent while it was recorded is sent to the devnet in that node's dialect, at the
 * heights the answers themselves show, and must be answered alike: status, headers that matter, body.
 */

/** What is not served yet, by session and name; of each line something must differ still. */
const NOT_SERVED: { session: string; exchanges: RegExp }[] = [
  { session: "admin", exchanges: /./ },
  { session: "platform", exchanges: /^getBalance\b/ },
  { session: "platform", exchanges: /^getUTXOs\b/ },
  { session: "platform", exchanges: /^getStake\b/ },
  { session: "platform", exchanges: /^getTx\b/ },
  { session: "platform", exchanges: /^getTxStatus\b/ },
  { session: "platform", exchanges: /^getRewardUTXOs\b/ },
  { session: "platform", exchanges: /^issueTx\b/ },
  { session: "http", exchanges: /^(GET|POST) \/ext\/admin$/ },
  { session: "http", exchanges: /^avax / },
];

/** Figures of a process, which no other process repeats: blanked on both sides. */
const PROCESS_FIGURES = /"(timestamp|duration)":("[^"]*"|\d+)/g;
const BLANKED = new Set(["health"]);

/** Headers that a client can notice. */
const HEADERS = [
  ...["content-type", "vary", "x-content-type-options", "node-id", "location", "access-control-allow-origin"],
  ...["access-control-allow-credentials", "access-control-allow-methods", "access-control-allow-headers"],
];

/** Requests of each session, and how many of them are answered alike: in both networks the same. */
const SESSIONS: [session: string, requests: number, alike: number][] = [
  ["index", 165, 165],
  ["platform", 58, 38],
  ["admin", 82, 4],
  ["info", 29, 29],
  ["health", 11, 11],
  ["http", 65, 61],
];

describe.each(["custom-network", "local-network"])("the devnet over %s", (name) => {
  let recording: Recording;

  beforeAll(async () => {
    recording = await openRecording(name);
  });

  it.each(SESSIONS)(
    "answers the requests of session %s as the node did",
    async (session, requests, alike) => {
      const { exchanges, heights } =
        recording.sessions.find((each) => each.name === session) ?? missing(session);
      expect(exchanges).toHaveLength(requests);
      const devnet = await serveAt(recording, heights);
      const open = NOT_SERVED.filter((line) => line.session === session);
      const stale = new Set(open);
      const different: unknown[] = [];
      let same = 0;
      for (const exchange of exchanges) {
        const expected = visible(session, exchange.response);
        const actual = visible(session, await send(devnet, exchange.request));
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

/** A devnet that has accepted just as much as the heights say; all of it where they say nothing. */
async function serveAt(recording: Recording, heights: RecordedSession["heights"]): Promise<Devnet> {
  const chains = Object.entries(heights) as ["P" | "X" | "C", number][];
  const acceptance = chains.length === 0 ? "all" : "manual";
  const devnet = await serveDevnet({ recording, port: 0, dialect: "avalanchego", acceptance });
  while (
    chains.some(([chain, height]) => devnet.accepted()[chain] < height) &&
    devnet.acceptNext() !== undefined
  );
  expect(devnet.accepted()).toMatchObject(heights);
  return devnet;
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

/** Sends a request as written: own Host, any method, path not normalised. */
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
