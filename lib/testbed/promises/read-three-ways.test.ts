import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runVerify } from "../../cli/commands/run-verify";
import { exchange } from "../../client/http";
import { ROUTES } from "../../contract/routes";
import { openRecording, type Recording } from "../../devnet/recording";
import { serveDevnet } from "../../devnet/serve";
import { listStreams } from "../../store/queries/stream";
import type { Stores } from "../../store/stores";
import { Catalogue, isAsked, spread } from "../catalogue";
import { followChains } from "../followed-chains";
import { type IndexedRecording, indexRecording } from "../recording";

/** A history gives the same answers whether it is read from an index, by height, or from an index with a hole. */

const WAYS = ["index", "height", "hole"] as const;
type Way = (typeof WAYS)[number];

/** Routes that are not about the chains but about this node or this Firn, about proposers, or about metadata. */
const NOT_COMPARED: readonly (keyof typeof ROUTES)[] = [
  ...(["getAcceptance", "getIndexes", "findContainers", "getStatus", "getHealth"] as const),
  ...(["getReady", "getOpenApi", "getOperationResult"] as const),
  ...(["getAlerts", "getUpgrades", "getNodeTx", "listPrimaryNetworkBlocksByNodeId", "getNftImage"] as const),
  "callReadFunction",
];
const COMPARED = (Object.keys(ROUTES) as (keyof typeof ROUTES)[]).filter(
  (route) => isAsked(ROUTES[route]) && !NOT_COMPARED.includes(route),
);
/** No recording has anything of the X-Chain before its blocks, nor a message of the messenger. */
const NEVER_ANSWERED = ["getIcmMessage", "getTeleporterMessage", "getVertexByHash", "getVertexByHeight"];

/** Members that only the index knows. By height they are absent. */
const INDEX_ONLY = ["proposerDetails", "acceptedAtNs", "indexedInMs"];
/** Numbers of blocks by proposer, which count only those from the index. */
const OF_PROPOSERS = ["blocksProposed"];
/**
 * Members that differ between any two Firns: signatures, addresses, and metadata, which is read when there is time for
 * it. By height a block is stored without its wrapper, so that it is another container.
 */
const DIFFERENT = [
  "nextPageToken",
  "rpcUrl",
  "metadataLastUpdatedTimestamp",
  "indexStatus",
  "storedAtMs",
  "containerId",
  "bytes",
  ...OF_PROPOSERS,
];

/** Requests of one route under way at once. */
const AT_ONCE = 16;

/** Requests of one route, spread over all that its values make. With FIRN_LONG=1 those are compared. */
const MOST_PATHS = process.env.FIRN_LONG === "1" ? Number.POSITIVE_INFINITY : 20;

const answered = new Set<string>();

describe.each(["local-network", "custom-network", "l1-network"] as const)("%s", (name) => {
  const folder = mkdtempSync(join(tmpdir(), "firn-three-ways-"));
  const firns = new Map<Way, IndexedRecording>();
  const closes: (() => Promise<void>)[] = [];
  let catalogue: Catalogue;
  const firnOf = (way: Way): IndexedRecording => {
    const firn = firns.get(way);
    if (firn === undefined) throw new Error(`no Firn was filled from ${way}`);
    return firn;
  };

  beforeAll(async () => {
    const recording = await openRecording(name);
    await acceptWithHole(recording, folder);
    const now = Date.parse(recording.containers["P/block"].at(-1)?.timestamp ?? "") + 10_000;
    for (const way of WAYS) {
      const firn = await indexRecording(name, {
        nowMs: () => now,
        devnet: {
          nodeForm: "avalanchego",
          indexEnabled: way !== "height",
          ...(way === "hole" && { dataDir: folder, allowIncompleteIndex: true }),
        },
      });
      closes.push(() => firn.close());
      const chains = followChains(firn.nodeUrl, { stores: firn.stores, now: () => now });
      closes.push(() => chains.close());
      firns.set(way, firn);
      await untilChainsStored(firn);
      chains.rest();
    }
    catalogue = new Catalogue((path) => ask(firnOf("index"), path));
    await catalogue.fill();
  }, 300_000);
  afterAll(async () => {
    for (const close of closes.reverse()) await close();
    rmSync(folder, { recursive: true });
  });

  it("has a hole in the third way's index", async () => {
    const { body } = await ask(firnOf("hole"), "/firn/v1/indexes");
    const parts = JSON.stringify(body).match(/"kind":"height"/g);
    expect(parts?.length).toBeGreaterThan(0);
  });

  it.each([
    { store: "index", node: "height" },
    { store: "height", node: "hole" },
    { store: "hole", node: "index" },
  ] as const)("passes firn verify: filled from $store, checked by $node", async ({ store, node }) => {
    const { lines } = await runVerify({ ...firnOf(store), nodeUrl: firnOf(node).nodeUrl });
    expect(lines.at(-1)).toContain(" 0 differences, ");
    // Recordings lack some states that a node would have.
    const unchecked = lines.filter((line) => / not checked: /.test(line));
    expect(unchecked.filter((line) => !/ (calls|balances) at node /.test(line))).toEqual([]);
  });

  it.each(COMPARED)("answers %s alike", async (route) => {
    const paths = spread(catalogue.pathsOf(ROUTES[route]), MOST_PATHS);
    expect(paths.length).toBeGreaterThan(0);
    for (let at = 0; at < paths.length; at += AT_ONCE) {
      await Promise.all(
        paths.slice(at, at + AT_ONCE).map(async (path) => {
          const [index, height, hole] = await Promise.all(WAYS.map((way) => ask(firnOf(way), path)));
          if (index?.status === 200) answered.add(route);
          const bare = without(index, [...INDEX_ONLY, ...DIFFERENT]);
          expect(without(height, DIFFERENT), `${path} by height`).toEqual(bare);
          expect(without(hole, [...INDEX_ONLY, ...DIFFERENT]), `${path} with a hole`).toEqual(bare);
        }),
      );
    }
  });
});

it("compared an answer of every route", () => {
  expect(COMPARED.filter((route) => !answered.has(route))).toEqual(NEVER_ANSWERED);
});

/** A data folder of a node that accepted the middle of a recording without its index. */
async function acceptWithHole(recording: Recording, dataDir: string): Promise<void> {
  const options = { recording, port: 0, dataDir, allowIncompleteIndex: true };
  const blocks = recording.containers["P/block"].length + recording.containers["C/block"].length;
  await (await serveDevnet({ ...options, acceptance: 0.4 })).close();
  const off = await serveDevnet({ ...options, indexEnabled: false });
  for (let i = 0; i < blocks / 4; i++) off.acceptNext();
  await off.close();
  const on = await serveDevnet(options);
  while (on.acceptNext() !== undefined);
  await on.close();
}

/** Waits until the EVM chains of a recording are stored as far as their node has them. */
async function untilChainsStored({ stores, recording }: IndexedRecording): Promise<void> {
  const chains = 1 + recording.evmChains.length;
  for (const deadline = Date.now() + 120_000; Date.now() < deadline; await sleep(50)) {
    const all = ((await stores.readRegistry()) ?? []).flatMap(({ evmChainId }) => evmChainId ?? []);
    const states = await Promise.all(all.map((id) => isStored(stores, `evm/${id}`)));
    if (states.length === chains && states.every(Boolean)) return;
  }
  throw new Error("the EVM chains were not indexed in time");
}

/** Whether a store has all that its node has. */
async function isStored(stores: Stores, id: `evm/${string}`): Promise<boolean> {
  const store = await stores.open(id, { mode: "read" }).catch(() => undefined);
  if (store === undefined) return false;
  const [stream] = await listStreams(store.db);
  await store.close();
  const head = stream?.status.node_head_index ?? undefined;
  return head !== undefined && stream?.checkpoint?.next_index === head + 1;
}

interface Answer {
  status: number;
  body: unknown;
}

async function ask({ url, nodeUrl }: IndexedRecording, path: string): Promise<Answer> {
  // Thousands of requests: `fetch` would pack and unpack each answer.
  const answer = await exchange(new URL(url + path), {}, { timeoutMs: 60_000, maxBytes: 1e8 });
  const text = answer.text.replaceAll(nodeUrl, "http://node");
  return { status: answer.status, body: /^[[{]/.test(text) ? JSON.parse(text) : text };
}

/** A value without members of these names, at any depth. */
function without(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((each) => without(each, names));
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !names.includes(name));
  return Object.fromEntries(kept.map(([name, each]) => [name, without(each, names)]));
}
